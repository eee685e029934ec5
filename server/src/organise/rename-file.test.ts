import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAccesses, type TestAccess } from '../testing/accesses.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { seedVault } from '../testing/vault.ts';
import { DONE, E1, E11, E2, E4, MERGE, P1, P16, P3_FILE } from '../testing/answers.ts';
import {
  ACME,
  CLOSED,
  contentsOf,
  countersMustBeTrue,
  rowOf,
  rowsChangedBy,
  setUpItems,
  type SeededItems,
  versionsOf,
} from '../testing/seeded-items.ts';

let vault: TestApp;
let seeded: SeededItems;
const { renameFile, mergeFile } = contract.organise;
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  const files = [
    { folder: 'A', name: 'one.txt', sizeBytes: 1 },
    { folder: 'A', name: 'two.txt', sizeBytes: 20 },
    { folder: 'B', name: 'two.txt', sizeBytes: 300 },
  ];
  seeded = await setUpItems(vault, files, { folders: ['A/Folder'], at: day(1) });
});

interface Wanted {
  sfid?: string;
  name: string;
  linkId?: string;
}
const bodyOf = ({ sfid = seeded.id('A/one.txt'), name, linkId = ACME }: Wanted) => ({ sfid, name, linkId });
const rename = async (wanted: Wanted) =>
  (await vault.as('editor')).call(renameFile, { body: bodyOf(wanted) });
const merge = async (wanted: Wanted) => (await vault.as('editor')).call(mergeFile, { body: bodyOf(wanted) });

describe('C07 renaming a file', () => {
  it.each([
    ['C07', rename],
    ['C08 without a file of that name', merge],
  ])('%s RENAME-12 a rename changes the name and with it the type', async (_, call) => {
    expect(await call({ name: ' new.PDF ' })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'A/',
      'A/Folder/',
      'A/new.PDF 1 of 1',
      'A/two.txt 20 of 20',
      'B/',
      'B/two.txt 300 of 300',
    ]);
    const client = await vault.as('editor');
    const { content } = await client.data(contract.files.list, {
      params: { recordId: ACME },
      query: { parentFolder: 'A' },
    });
    expect(content.find(({ name }) => name === 'new.PDF')).toMatchObject({
      sfid: seeded.id('A/one.txt'),
      fileType: 'pdf',
      showType: 'application/pdf',
    });
    await countersMustBeTrue(vault.database);
  });

  it('D-44 a rename keeps date, uploader and version of the file', async () => {
    const before = await rowOf(vault.database, seeded.id('A/one.txt'));
    await rename({ name: 'new.txt' });
    const { modifiedAt, modifiedBy, currentVersionId, externalId } = before;
    expect(await rowOf(vault.database, before.id)).toMatchObject({
      name: 'new.txt',
      modifiedAt,
      modifiedBy,
      currentVersionId,
      externalId,
    });
  });

  it('NAME-07 a name is in use only when another live file of the same folder has it', async () => {
    expect(await rename({ name: 'one.txt' })).toEqual(DONE);
    expect(await rename({ name: 'Folder' })).toEqual(DONE);
    const client = await vault.as('editor');
    await client.data(contract.organise.moveToTrash, { query: { ids: seeded.id('A/two.txt') } });
    expect(await rename({ name: 'two.txt' })).toEqual(DONE);
    await countersMustBeTrue(vault.database);
  });

  it('D-12 RENAME-06 when another file has the name, the reply is merge and nothing changes', async () => {
    const changed = await rowsChangedBy(vault.database, async () =>
      expect(await rename({ name: 'two.txt' })).toEqual(MERGE),
    );
    expect(changed).toEqual([]);
  });

  it('one of many concurrent renames to one name succeeds, the others return merge', async () => {
    const files = Array.from({ length: 10 }, (_, n) => ({ name: `${n}`, sizeBytes: 10 ** n }));
    seeded = await setUpItems(vault, files);
    const answers = await Promise.all(files.map(({ name }) => rename({ sfid: seeded.id(name), name: 'it' })));
    expect(answers.filter(({ data }) => data.outcome === 'done')).toEqual([DONE]);
    expect(answers.filter(({ data }) => data.outcome === 'merge')).toHaveLength(9);
    await countersMustBeTrue(vault.database);
  });
});

describe('C08 merging files', () => {
  it('D-13 RENAME-08 all versions become versions of one file; the latest is current', async () => {
    const at = (n: number) => ({ recordId: ACME, at: day(n) });
    const put = (name: string, sizeBytes: number, n: number, by: string) =>
      seedVault(vault.database, [{ folder: 'A', name, sizeBytes }], { ...at(n), by });
    await put('one.txt', 2, 5, 'Ben Carter');
    await put('two.txt', 30, 3, 'Dan Evans');
    const target = await rowOf(vault.database, seeded.id('A/two.txt'));
    const source = await versionsOf(vault.database, seeded.id('A/one.txt'));

    expect(await merge({ name: 'two.txt' })).toEqual(DONE);
    expect(await contentsOf(vault.database)).toContain('A/two.txt 2 of 1,2,20,30');
    expect((await contentsOf(vault.database)).some((line) => line.includes('one.txt'))).toBe(false);
    expect(await rowOf(vault.database, target.id)).toMatchObject({
      externalId: target.externalId,
      currentVersionId: source[0]?.id,
      modifiedAt: day(5),
      modifiedBy: 'Ben Carter',
      versionCount: 4,
    });
    await expect(rowOf(vault.database, seeded.id('A/one.txt'))).rejects.toThrow('no item');
    await countersMustBeTrue(vault.database);
  });

  it('D-13 the merged file is not in the trash', async () => {
    await merge({ name: 'two.txt' });
    const { rows } = await sql`select * from trash`.execute(vault.database.kysely);
    expect(rows).toEqual([]);
  });

  it('D-13 after a merge the latest version is current, even if another was made current', async () => {
    await seedVault(vault.database, [{ folder: 'A', name: 'two.txt', sizeBytes: 30 }], {
      recordId: ACME,
      at: day(9),
    });
    const id = seeded.id('A/two.txt');
    const [latest, first] = await versionsOf(vault.database, id);
    const client = await vault.as('editor');
    await client.data(contract.versions.makeCurrent, {
      params: { sfid: id },
      query: { versionId: first?.id ?? '' },
    });
    expect(await contentsOf(vault.database)).toContain('A/two.txt 20 of 20,30');
    await merge({ name: 'two.txt' });
    expect(await rowOf(vault.database, id)).toMatchObject({ currentVersionId: latest?.id, sizeBytes: 30 });
    await countersMustBeTrue(vault.database);
  });

  it('D-13 AUDIT-07 the remaining file has the history of both', async () => {
    const access = (path: string, action: 'file.preview' | 'file.download'): TestAccess => ({
      recordId: ACME,
      action,
      fileId: seeded.id(path),
      who: 'Ada Byron',
      at: day(2),
    });
    await addAccesses(vault.database, [
      access('A/one.txt', 'file.preview'),
      access('A/two.txt', 'file.download'),
    ]);
    await merge({ name: 'two.txt' });
    const editor = await vault.as('editor');
    const { content, totalElements } = await editor.data(contract.history.accessRecords, {
      query: { type: 'Download', relationId: seeded.id('A/two.txt'), sort: 'content,asc' },
    });
    expect(content.map((line) => line.content)).toEqual(['Download', 'Preview']);
    expect(totalElements).toBe(2);
  });

  it('concurrent merges lose no version', async () => {
    const files = Array.from({ length: 10 }, (_, n) => ({ folder: 'In', name: `${n}`, sizeBytes: 10 ** n }));
    seeded = await setUpItems(vault, files);
    const answers = await Promise.all(
      files.map(({ name }) => merge({ sfid: seeded.id(`In/${name}`), name: 'it' })),
    );
    expect(answers).toEqual(files.map(() => DONE));
    const sizes = files.map(({ sizeBytes }) => sizeBytes);
    const [, line = ''] = await contentsOf(vault.database);
    expect(line.split(' of ')[1]).toBe(sizes.join(','));
    await countersMustBeTrue(vault.database);
  });
});

describe.each([
  ['C07', renameFile],
  ['C08', mergeFile],
])('refusals of %s', (_, endpoint) => {
  const call = async (wanted: Wanted) => (await vault.as('editor')).call(endpoint, { body: bodyOf(wanted) });

  it.each([
    ['E1 no name', { name: '' }, E1],
    ['E1 spaces', { name: '  ' }, E1],
    ['E2 a slash', { name: 'a/b' }, E2],
    ['E2 dots only', { name: '...' }, E2],
    ['P3 401 characters', { name: 'x'.repeat(401) }, P3_FILE],
    ['E4 an unknown file', { name: 'new', sfid: 'filUnknown00000000' }, E4],
    ['E2 before E4', { name: 'a/b', sfid: 'filUnknown00000000' }, E2],
    ['P16 a malformed id', { name: 'new', sfid: 'x' }, P16],
    ['P16 a malformed record', { name: 'new', linkId: 'x' }, P16],
    ['E11 a closed record, before its form', { name: 'a/b', linkId: CLOSED, sfid: 'x' }, E11],
  ])('%s', async (_what, wanted, expected) => {
    const before = await contentsOf(vault.database);
    expect(await call(wanted)).toEqual(expected);
    expect(await contentsOf(vault.database)).toEqual(before);
  });

  it('a name of 400 characters is allowed', async () => {
    expect(await call({ name: `${'x'.repeat(396)}.txt` })).toEqual(DONE);
  });

  it('E4 folders, trashed files, files in trashed folders and of other records are refused', async () => {
    expect(await call({ name: 'new', sfid: seeded.id('A/Folder') })).toEqual(E4);
    expect(await call({ name: 'new', sfid: seeded.ownFile })).toEqual(E4);
    expect(await call({ name: 'new', sfid: seeded.closedFile })).toEqual(E4);
    const client = await vault.as('editor');
    await client.data(contract.organise.moveToTrash, {
      query: { ids: `${seeded.id('A')},${seeded.id('B/two.txt')}` },
    });
    expect(await call({ name: 'new' })).toEqual(E4);
    expect(await call({ name: 'new', sfid: seeded.id('B/two.txt') })).toEqual(E4);
  });

  it.each([
    ['anonymous', P1],
    ['noVault', E11],
    ['reader', E11],
    ['creator', E11],
    ['outsider', E11],
  ] as const)('%s is refused before the form is checked', async (user, expected) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    expect(await client.call(endpoint, { body: bodyOf({ name: '', sfid: 'x' }) })).toEqual(expected);
  });

  it('a merge withstands hostile input', async () => {
    const valid = bodyOf({ name: 'two.txt' });
    await mustWithstand(await vault.as('editor'), endpoint, { valid, runs: 100 });
    await countersMustBeTrue(vault.database);
  });
});
