import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { seedVault } from '../testing/vault.ts';
import { carryOutCopy } from './carry-out-copy.ts';
import { DONE, E11, E2, E4, E5, E6_COPY, MERGE, P1, P16, TOO_DEEP } from '../testing/answers.ts';
import {
  ACME,
  CLOSED,
  contentsOf,
  countersMustBeTrue,
  type ItemRow,
  rowOf,
  rowsChangedBy,
  setUpItems,
  type SeededItems,
  versionsOf,
} from '../testing/seeded-items.ts';

let vault: TestApp;
let seeded: SeededItems;
const { copy, copyMerging, moveToTrash } = contract.organise;
const OLD = new Date('2026-01-02T03:04:05.678Z');
const FILES = [
  { name: 'root.txt', sizeBytes: 1 },
  { folder: 'A', name: 'a.txt', sizeBytes: 9 },
  { folder: 'A', name: 'a.txt', sizeBytes: 10 },
  { folder: 'A/B', name: 'b.txt', sizeBytes: 100 },
  { folder: 'A/B', name: 'gone.txt', sizeBytes: 7 },
  { folder: 'D', name: 'a.txt', sizeBytes: 1000 },
  { folder: 'D/B', name: 'b.txt', sizeBytes: 10_000 },
];
const CONTENTS = [
  'A/',
  'A/B/',
  'A/B/b.txt 100 of 100',
  'A/a.txt 10 of 9,10',
  'D/',
  'D/B/',
  'D/B/b.txt 10000 of 10000',
  'D/a.txt 1000 of 1000',
  'E/',
  'root.txt 1 of 1',
];

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  seeded = await setUpItems(vault, FILES, { folders: ['E', 'A/gone'], at: OLD });
  const ids = `${seeded.id('A/B/gone.txt')},${seeded.id('A/gone')}`;
  await (await vault.as('editor')).data(moveToTrash, { query: { ids } });
});

interface Wanted {
  linkId?: string;
  sfids?: string[];
  paths?: string[];
  path?: string;
  sign?: 'duplicate';
}
const bodyOf = (wanted: Wanted) => ({ linkId: ACME, path: '', ...wanted });
const copying = async (wanted: Wanted) => (await vault.as('reader')).call(copy, { body: bodyOf(wanted) });
const merging = async (wanted: Wanted) =>
  (await vault.as('reader')).call(copyMerging, { body: bodyOf(wanted) });

/** Returns the only live item with this path. */
async function at(path: string): Promise<ItemRow> {
  const { rows } = await sql<{ id: string }>`
    with recursive walk (id, path) as (
      select id, '' from item where record_id = ${ACME} and parent_id is null
      union all
      select i.id, w.path || '/' || i.name from walk w
      join item i on i.record_id = ${ACME} and i.parent_id = w.id and i.trashed_at is null
    ) select id from walk where path = ${`/${path}`}`.execute(vault.database.kysely);
  return rowOf(vault.database, rows[0]?.id ?? '');
}

describe('C12 copying', () => {
  it('COPYMOVE-21 D-16 a copy has live items with current versions only; it needs only read', async () => {
    const answer = await copying({ sfids: [seeded.id('root.txt')], paths: ['A'], path: 'E' });
    expect(answer).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      ...CONTENTS.slice(0, -1),
      'E/A/',
      'E/A/B/',
      'E/A/B/b.txt 100 of 100',
      'E/A/a.txt 10 of 10',
      'E/root.txt 1 of 1',
      'root.txt 1 of 1',
    ]);
    await countersMustBeTrue(vault.database);
  });

  it('D-15 contract 10.6 a copy has new ids, one version, the time of the copy, the same bytes', async () => {
    const before = Date.now();
    await copying({ sfids: [seeded.id('A/a.txt')], path: 'E' });
    const source = await rowOf(vault.database, seeded.id('A/a.txt'));
    const made = await at('E/a.txt');
    expect(made.id).toMatch(/^fil[0-9A-Za-z]{15}$/);
    expect(made.id).not.toBe(source.id);
    expect(made.externalId).not.toBe(source.externalId);
    expect(made).toMatchObject({ versionCount: 1, sizeBytes: 10, modifiedBy: 'Chloe Diaz' });
    expect(made.modifiedAt.getTime()).toBeGreaterThanOrEqual(before);

    const [current] = await versionsOf(vault.database, source.id);
    const copies = await versionsOf(vault.database, made.id);
    expect(copies).toMatchObject([
      {
        id: made.currentVersionId,
        blobId: current?.blobId,
        sizeBytes: 10,
        createdAt: made.modifiedAt,
        createdBy: 'Chloe Diaz',
        scannedBy: current?.scannedBy,
      },
    ]);
    expect(copies[0]?.id).not.toBe(current?.id);
  });

  it('D-17 a copy keeps category, sharing and date', async () => {
    await sql`
      update item set category = 'Tax', share_to_client = false, as_of_date = '2024-02-29'
      where id = any(${[seeded.id('A/B'), seeded.id('A/B/b.txt')]})`.execute(vault.database.kysely);
    await copying({ paths: ['A/B'], path: 'E' });
    const same = { category: 'Tax', shareToClient: false, asOfDate: '2024-02-29' };
    expect(await at('E/B')).toMatchObject({ ...same, modifiedBy: 'Chloe Diaz' });
    expect(await at('E/B/b.txt')).toMatchObject(same);
  });

  it('the sources are not changed', async () => {
    const changed = await rowsChangedBy(vault.database, () => copying({ paths: ['A'], path: 'E' }));
    const sources = ['A', 'A/B', 'A/B/b.txt', 'A/a.txt', 'D', 'root.txt'].map((path) => seeded.id(path));
    expect(changed.filter((id) => sources.includes(id))).toEqual([]);
  });

  it('an item that is selected together with its folder is copied once', async () => {
    const sfids = [seeded.id('A/a.txt'), seeded.id('A/B/b.txt'), seeded.id('A')];
    expect(await copying({ sfids, paths: ['A', 'A/B'], path: 'E' })).toEqual(DONE);
    expect((await contentsOf(vault.database)).filter((line) => line.startsWith('E/'))).toHaveLength(5);
    await countersMustBeTrue(vault.database);
  });

  it.each([
    ['D-12 the target has a folder of this name', { paths: ['A/B'], path: 'D' }],
    ['D-12 the target has a file of this name', { sfids: ['A/a.txt'], path: 'D' }],
    ['T-58 two items of one name are copied', { sfids: ['A/a.txt', 'D/a.txt'], path: 'E' }],
  ])('a copy returns merge and changes nothing: %s', async (_, { sfids = [], ...wanted }: Wanted) => {
    const changed = await rowsChangedBy(vault.database, async () =>
      expect(await copying({ ...wanted, sfids: sfids.map((path) => seeded.id(path)) })).toEqual(MERGE),
    );
    expect(changed).toEqual([]);
  });

  it('a folder of many files is copied completely', async () => {
    const files = Array.from({ length: 1500 }, (_, n) => ({
      folder: `Big/${n % 11}/${n % 3}`,
      name: `${n}`,
      sizeBytes: n,
    }));
    seeded = await setUpItems(vault, files, { folders: ['E', 'Big/empty'] });
    const before = await contentsOf(vault.database);
    expect(await copying({ paths: ['Big'], path: 'E' })).toEqual(DONE);
    const copied = (await contentsOf(vault.database)).filter((line) => line.startsWith('E/Big'));
    expect(copied).toEqual(before.filter((line) => line.startsWith('Big')).map((line) => `E/${line}`));
    await countersMustBeTrue(vault.database);
  });

  it('a copy refuses more new items than one request is allowed to create', async () => {
    const { database } = vault;
    const item = { ...(await at('A')), kind: 'folder' as const, sizeBytes: 110 };
    const into = { id: seeded.id('E'), isNew: false, path: 'E' };
    const plan = { placed: [{ item, name: 'A', into }], merged: [] };
    const change = { by: { id: null, name: 'Ada Byron' }, at: OLD };
    const carryOut = (most: number) =>
      database.transaction((tx) => carryOutCopy(tx, { recordId: ACME, plan, change, most }));
    await expect(carryOut(3)).rejects.toMatchObject({
      code: 400,
      message: 'There are too many items to do this at once. Please choose fewer.',
    });
    expect(await contentsOf(database)).toEqual(CONTENTS);
    await carryOut(4);
    await countersMustBeTrue(database);
  });
});

describe('C13 copying and merging', () => {
  it('D-13 a file of the same name gets the copied version as its new current version', async () => {
    const before = await rowOf(vault.database, seeded.id('D/a.txt'));
    expect(await merging({ sfids: [seeded.id('A/a.txt')], paths: ['A/B'], path: 'D' })).toEqual(DONE);
    expect((await contentsOf(vault.database)).filter((line) => line.startsWith('D/'))).toEqual([
      'D/',
      'D/B/',
      'D/B/b.txt 100 of 100,10000',
      'D/a.txt 10 of 10,1000',
    ]);
    const { id, externalId } = before;
    expect(await rowOf(vault.database, id)).toMatchObject({
      externalId,
      versionCount: 2,
      modifiedBy: 'Chloe Diaz',
    });
    expect((await contentsOf(vault.database)).filter((line) => line.startsWith('A/'))).toEqual(
      CONTENTS.slice(0, 4),
    );
    await countersMustBeTrue(vault.database);
  });

  it('contract 10.6 the copied version is current, even if the file has a date in the future', async () => {
    const future = new Date(Date.now() + 3_600_000);
    await seedVault(vault.database, [{ folder: 'D', name: 'a.txt', sizeBytes: 5 }], {
      recordId: ACME,
      at: future,
    });
    await merging({ sfids: [seeded.id('A/a.txt')], path: 'D' });
    expect(await contentsOf(vault.database)).toContain('D/a.txt 10 of 5,10,1000');
    const [latest] = await versionsOf(vault.database, seeded.id('D/a.txt'));
    expect(latest?.createdAt.getTime()).toBe(future.getTime() + 1);
  });

  it('T-58 selected files of one name become versions of one copy; the latest is current', async () => {
    await seedVault(vault.database, [{ folder: 'A', name: 'a.txt', sizeBytes: 11 }], {
      recordId: ACME,
      at: new Date('2026-05-05T00:00:00Z'),
    });
    const sfids = [seeded.id('A/a.txt'), seeded.id('D/a.txt')];
    expect(await merging({ sfids, paths: ['A/B', 'D/B'], path: 'E' })).toEqual(DONE);
    expect((await contentsOf(vault.database)).filter((line) => line.startsWith('E/'))).toEqual([
      'E/',
      'E/B/',
      expect.stringMatching(/^E\/B\/b.txt (100|10000) of 100,10000$/),
      'E/a.txt 11 of 11,1000',
    ]);
    const made = await at('E/a.txt');
    const dates = (await versionsOf(vault.database, made.id)).map(({ createdAt }) => createdAt.getTime());
    expect(dates[0]).toBe((dates[1] ?? 0) + 1);
    await countersMustBeTrue(vault.database);
  });

  it('a folder copied into a folder above it, or onto itself, is copied in its former state', async () => {
    const files = [
      { folder: 'T/B/B', name: 'x', sizeBytes: 1 },
      { folder: 'T/B/B/B', name: 'x', sizeBytes: 2 },
      { folder: 'T/B/B/B/B', name: 'x', sizeBytes: 4 },
    ];
    seeded = await setUpItems(vault, files);
    expect(await merging({ paths: ['T/B/B'], path: 'T' })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'T/',
      'T/B/',
      'T/B/B/',
      'T/B/B/B/',
      'T/B/B/B/B/',
      'T/B/B/B/B/x 4 of 4',
      'T/B/B/B/x 4 of 2,4',
      'T/B/B/x 2 of 1,2',
      'T/B/x 1 of 1',
    ]);
    await countersMustBeTrue(vault.database);
  });
});

describe.each([
  ['C12', copy],
  ['C13', copyMerging],
])('%s duplicating a file', (_, endpoint) => {
  const duplicate = async (wanted: Wanted) =>
    (await vault.as('reader')).call(endpoint, { body: bodyOf({ sign: 'duplicate', ...wanted }) });

  it('D-14 COPYMOVE-19 a duplicate gets the first free name in the same folder and never merges', async () => {
    const sfids = [seeded.id('A/a.txt')];
    for (let n = 0; n < 3; n += 1) expect(await duplicate({ sfids, path: 'A' })).toEqual(DONE);
    const second = await at('A/a (1).txt');
    expect(await duplicate({ sfids: [second.id], path: 'A' })).toEqual(DONE);
    expect((await contentsOf(vault.database)).filter((line) => line.startsWith('A/a'))).toEqual([
      'A/a (1) (1).txt 10 of 10',
      'A/a (1).txt 10 of 10',
      'A/a (2).txt 10 of 10',
      'A/a (3).txt 10 of 10',
      'A/a.txt 10 of 9,10',
    ]);
    await countersMustBeTrue(vault.database);
  });

  it('a duplicate gets the first free number; a name that is too long is shortened', async () => {
    const long = `${'x'.repeat(396)}.txt`;
    const files = ['n', 'n (1)', 'n (3)', long].map((name) => ({ name }));
    seeded = await setUpItems(vault, files, { folders: ['n (2)'] });
    expect(await duplicate({ sfids: [seeded.id('n')] })).toEqual(DONE);
    expect(await duplicate({ sfids: [seeded.id(long)] })).toEqual(DONE);
    const names = (await contentsOf(vault.database)).map((line) => line.replace(/ \d+ of .*/, ''));
    expect(names.toSorted()).toEqual(
      ['n', 'n (1)', 'n (2)', 'n (2)/', 'n (3)', long, `${'x'.repeat(392)} (1).txt`].toSorted(),
    );
  });

  it('concurrent duplicates get different names', async () => {
    const sfids = [seeded.id('root.txt')];
    const answers = await Promise.all(Array.from({ length: 10 }, () => duplicate({ sfids })));
    expect(answers).toEqual(answers.map(() => DONE));
    expect((await contentsOf(vault.database)).filter((line) => line.startsWith('root ('))).toHaveLength(10);
    await countersMustBeTrue(vault.database);
  });

  it.each([
    ['P16 two files', { sfids: ['A/a.txt', 'A/B/b.txt'], path: 'A' }, P16],
    ['P16 one file twice', { sfids: ['A/a.txt', 'A/a.txt'], path: 'A' }, P16],
    ['P16 a folder by its path', { paths: ['A/B'], path: 'A' }, P16],
    ['P16 a folder beside a file', { sfids: ['A/a.txt'], paths: ['A/B'], path: 'A' }, P16],
    ['P16 no items', { path: 'A' }, P16],
    ['P16 another folder', { sfids: ['A/a.txt'], path: 'E' }, P16],
    ['E4 a folder by its id', { sfids: ['A/B'], path: 'A' }, E4],
    ['E4 an unknown target', { sfids: ['A/a.txt'], path: 'none' }, E4],
  ])('%s', async (_what, { sfids = [], ...wanted }: Wanted, expected) => {
    const ids = sfids.map((path) => seeded.id(path));
    expect(await duplicate({ ...wanted, sfids: ids })).toEqual(expected);
    expect(await contentsOf(vault.database)).toEqual(CONTENTS);
  });

  it('E4 E2 a duplicate of a trashed or foreign file, or of a forbidden name, is refused', async () => {
    expect(await duplicate({ sfids: [seeded.id('A/B/gone.txt')], path: 'A/B' })).toEqual(E4);
    expect(await duplicate({ sfids: [seeded.closedFile] })).toEqual(E4);
    seeded = await setUpItems(vault, [{ name: 'Zoë' }]);
    expect(await duplicate({ sfids: [seeded.id('Zoë')] })).toEqual(E2);
  });

  it('P16 a sign other than duplicate is refused', async () => {
    const client = await vault.as('reader');
    const body = {
      ...bodyOf({ sfids: [seeded.id('A/a.txt')], path: 'A' }),
      sign: 'Duplicate' as 'duplicate',
    };
    expect(await client.call(endpoint, { body })).toEqual(P16);
  });
});

describe.each([
  ['C12', copy],
  ['C13', copyMerging],
])('refusals of %s', (_, endpoint) => {
  const call = async (wanted: Wanted) => (await vault.as('reader')).call(endpoint, { body: bodyOf(wanted) });

  it.each([
    ['P16 nothing is selected', { path: 'E' }, P16],
    ['P16 the root', { paths: [''], path: 'E' }, P16],
    ['P16 a malformed id', { sfids: ['x'], path: 'E' }, P16],
    ['E11 a closed record, before its form', { linkId: CLOSED, sfids: ['x'] }, E11],
    ['E4 one of many does not exist', { paths: ['A', 'none'], path: 'E' }, E4],
    ['E4 an unknown target', { paths: ['A'], path: 'none' }, E4],
    ['E4 an item in the trash', { paths: ['A/gone'], path: 'E' }, E4],
    ['E4 before E5', { paths: ['none', 'A'], path: '' }, E4],
    ['E5 into its own folder', { paths: ['A/B'], path: 'A' }, E5],
    ['COPYMOVE-10 E5 one of many is in the target', { paths: ['E', 'A/B'], path: 'A' }, E5],
    ['E6 into itself', { paths: ['A'], path: 'A' }, E6_COPY],
    ['E6 into a folder below it', { paths: ['E', 'A'], path: 'A/B' }, E6_COPY],
  ])('%s', async (_what, wanted, expected) => {
    const changed = await rowsChangedBy(vault.database, async () =>
      expect(await call(wanted)).toEqual(expected),
    );
    expect(changed).toEqual([]);
  });

  it('contract 10.2 a selection that contains items of other records gets E4', async () => {
    expect(await call({ sfids: [seeded.closedFile], path: 'E' })).toEqual(E4);
    expect(await call({ sfids: [seeded.ownFile, seeded.id('root.txt')], path: 'E' })).toEqual(E4);
  });

  it('NAME-06 E2 a copy is refused for a name that is no longer allowed', async () => {
    seeded = await setUpItems(vault, [{ folder: 'Zoë', name: 'x' }], { folders: ['E'] });
    expect(await call({ paths: ['Zoë'], path: 'E' })).toEqual(E2);
  });

  it('a copy cannot nest folders deeper than 200 levels', async () => {
    const deep = Array.from({ length: 198 }, (_name, n) => `${n}`).join('/');
    seeded = await setUpItems(vault, [], { folders: [deep, 'S/1/2'] });
    expect(await call({ paths: ['S'], path: deep })).toEqual(TOO_DEEP);
    expect(await call({ paths: ['S/1'], path: deep })).toEqual(DONE);
    await countersMustBeTrue(vault.database);
  });

  it.each([
    ['anonymous', P1],
    ['noVault', E11],
    ['outsider', E11],
  ] as const)('%s is refused before the form is checked', async (user, expected) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    expect(await client.call(endpoint, { body: bodyOf({ sfids: ['x'] }) })).toEqual(expected);
  });

  it('a copy withstands hostile input', async () => {
    const valid = bodyOf({ sfids: [seeded.id('A/a.txt')], paths: ['D/B'], path: 'E' });
    await mustWithstand(await vault.as('reader'), endpoint, { valid, runs: 100 });
    const ofDuplicate = { ...bodyOf({ sfids: [seeded.id('A/a.txt')], path: 'A' }), sign: 'duplicate' };
    await mustWithstand(await vault.as('reader'), endpoint, { valid: ofDuplicate, runs: 50 });
    await countersMustBeTrue(vault.database);
  });
});
