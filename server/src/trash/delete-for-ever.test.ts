import { contract } from '@vault/contract';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DB } from '../platform/database/index.ts';
import { E11, E4, P1, P16 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { answerOf } from '../testing/client.ts';
import { mustWithstand } from '../testing/hostile.ts';
import {
  ACME,
  CLOSED,
  contentsOf,
  countersMustBeTrue,
  OWN,
  rowsChangedBy,
  setUpItems,
  type SeededItems,
} from '../testing/seeded-items.ts';
import { seedVault } from '../testing/vault.ts';
import { purgeRecord } from './purge.ts';

const { list, remove, restore } = contract.trash;
const { moveToTrash, copy } = contract.organise;
const DONE = { status: 200, code: 200, data: true, errorMessage: null };

let vault: TestApp;
let seeded: SeededItems;

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  seeded = await setUpItems(
    vault,
    [
      { name: 'root.txt', sizeBytes: 1 },
      { folder: 'A', name: 'a.txt', sizeBytes: 10 },
      { folder: 'A/B', name: 'b.txt', sizeBytes: 100 },
      { folder: 'A/B/C', name: 'c.txt', sizeBytes: 1000 },
    ],
    { folders: ['D'] },
  );
});

const ids = (...paths: string[]) => paths.map((path) => seeded.id(path));
const editor = () => vault.as('editor');
/** One call for each path, so that each has a separate entry. */
async function trash(...paths: string[]) {
  for (const id of ids(...paths)) await (await editor()).data(moveToTrash, { query: { ids: id } });
}
const removing = async (given: string[]) =>
  (await editor()).call(remove, { query: { ids: given.join(',') } });
const restoring = async (body: string[]) => (await editor()).call(restore, { body });
const entries = async (recordId = ACME) => {
  const query = { sort: 'name,asc' };
  const { content } = await (await editor()).data(list, { params: { id: recordId }, query });
  return content.map(({ name }) => name);
};
const purge = (recordId = ACME) => purgeRecord(vault.deps, recordId);
const count = async (from: string) => {
  const { rows } = await vault.database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${from}`,
  );
  return rows[0]?.count;
};
const itemsLeft = () => count(`item where record_id = '${ACME}' and parent_id is not null`);

describe('C36 permanent deletion', () => {
  it('TRASH-18 D-27 files and folders leave the trash immediately and cannot be restored', async () => {
    await trash('A', 'root.txt');
    expect(await removing(ids('A', 'root.txt'))).toEqual(DONE);
    expect(await entries()).toEqual([]);
    expect(await restoring(ids('A', 'root.txt', 'A/a.txt'))).toEqual(E4);
    expect(await removing(ids('A', 'root.txt'))).toEqual(E4);
    expect(await contentsOf(vault.database)).toEqual(['D/']);
    await countersMustBeTrue(vault.database);
  });

  it('D-27 the job deletes the rows of the items and of everything below them', async () => {
    await trash('A', 'root.txt');
    await removing(ids('A', 'root.txt'));
    expect(await itemsLeft()).toBe(8);
    await purge();
    expect(await itemsLeft()).toBe(1);
    expect(await count(`version where record_id = '${ACME}'`)).toBe(0);
    expect(await count('purge')).toBe(0);
    expect(await restoring(ids('A'))).toEqual(E4);
    await purge();
    await countersMustBeTrue(vault.database);
  });

  it('G10 one row changes for each named entry, for any number of items below', async () => {
    const many = Array.from({ length: 300 }, (_, n) => ({ folder: `M/${n % 7}/${n % 3}`, name: `${n}` }));
    const { folderIds } = await seedVault(vault.database, many, { recordId: ACME });
    const id = folderIds.get('M') ?? '';
    await (await editor()).data(moveToTrash, { query: { ids: id } });
    const changed = await rowsChangedBy(vault.database, async () => {
      expect(await removing([id])).toEqual(DONE);
    });
    expect(changed).toEqual([]);
    expect(await count(`purge where item_id = '${id}'`)).toBe(1);
    expect(await count(`graphile_worker._private_jobs where key = 'purge ${ACME}'`)).toBe(1);
  });

  it('more rows than one transaction allows are deleted in groups of folders and files', async () => {
    // purge.ts deletes 500 folders or 2,000 files in one transaction.
    const wide = Array.from({ length: 300 }, (_, n) => ({ folder: `W/${n}/x`, name: `${n % 2}` }));
    const full = Array.from({ length: 2100 }, (_, n) => ({ folder: 'W/full', name: `${n}` }));
    const { folderIds } = await seedVault(vault.database, [...wide, ...full], { recordId: ACME });
    const id = folderIds.get('W') ?? '';
    await (await editor()).data(moveToTrash, { query: { ids: id } });
    await removing([id]);
    await purge();
    expect(await itemsLeft()).toBe(8);
    await countersMustBeTrue(vault.database);
  });

  it('versions of one file are deleted in several transactions, to shorten locks', async () => {
    const id = seeded.id('A/a.txt');
    await sql`
      insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by, scanned_by)
      select record_id, file_id, gen_random_uuid(), 'ver' || lpad(n::text, 15, '0'), blob_id, size_bytes, created_at,
        created_by, scanned_by
      from version, generate_series(1, 99) n where file_id = ${id}`.execute(vault.database.kysely);
    await trash('A/a.txt');
    await removing([id]);
    const left: unknown[] = [];
    const database = {
      kysely: vault.database.kysely,
      transaction: async <T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> => {
        const done = await vault.database.transaction(work);
        left.push(await count(`version where file_id = '${id}'`));
        return done;
      },
    };
    await purgeRecord({ ...vault.deps, database }, ACME, { versions: 40 });
    expect(left.slice(0, 3)).toEqual([60, 20, 0]);
    expect(await count(`item where id = '${id}'`)).toBe(0);
    await countersMustBeTrue(vault.database);
  });

  it('contract 10.7 an item trashed before its folder keeps its entry and returns to its path', async () => {
    await trash('A/B/b.txt', 'A/B/C', 'A');
    await removing(ids('A'));
    expect(await entries()).toEqual(['b.txt', 'C']);
    await purge();
    expect(await entries()).toEqual(['b.txt', 'C']);
    expect(await restoring(ids('A/B/b.txt'))).toEqual(DONE);
    expect(await restoring(ids('A/B/C'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toEqual([
      'A/',
      'A/B/',
      'A/B/C/',
      'A/B/C/c.txt 1000 of 1000',
      'A/B/b.txt 100 of 100',
      'D/',
      'root.txt 1 of 1',
    ]);
    await countersMustBeTrue(vault.database);
  });

  it('contract 10.7 an item restored before the job runs returns to its path; the job keeps it', async () => {
    await trash('A/B/C', 'A');
    await removing(ids('A'));
    expect(await restoring(ids('A/B/C'))).toEqual(DONE);
    await purge();
    expect(await contentsOf(vault.database)).toEqual([
      'A/',
      'A/B/',
      'A/B/C/',
      'A/B/C/c.txt 1000 of 1000',
      'D/',
      'root.txt 1 of 1',
    ]);
    await countersMustBeTrue(vault.database);
  });

  it('contract 10.7 an item without its folder can be deleted with everything below it', async () => {
    await trash('A/B/C/c.txt', 'A/B/C', 'A/B', 'A');
    await removing(ids('A'));
    await purge();
    await removing(ids('A/B'));
    await purge();
    expect(await entries()).toEqual(['C', 'c.txt']);
    expect(await restoring(ids('A/B/C/c.txt', 'A/B/C'))).toEqual(DONE);
    expect(await contentsOf(vault.database)).toContain('A/B/C/c.txt 1000 of 1000');
    await countersMustBeTrue(vault.database);
  });

  it('a folder and its items with separate entries are deleted in one call in any order', async () => {
    await trash('A/B/C/c.txt', 'A/B', 'A');
    expect(await removing(ids('A/B/C/c.txt', 'A', 'A/B'))).toEqual(DONE);
    await purge();
    expect(await itemsLeft()).toBe(2);
    await countersMustBeTrue(vault.database);
  });

  it('items of several open records are deleted, and of no other record', async () => {
    await trash('root.txt');
    await (await editor()).data(moveToTrash, { query: { ids: seeded.ownFile } });
    expect(await removing([...ids('root.txt'), seeded.ownFile])).toEqual(DONE);
    expect([await entries(), await entries(OWN)]).toEqual([[], []]);
    await purge(ACME);
    expect(await count(`item where id = '${seeded.ownFile}'`)).toBe(1);
    await purge(OWN);
    expect(await count(`item where id = '${seeded.ownFile}'`)).toBe(0);
  });

  it('items outside the trash are skipped, and an id can be given twice', async () => {
    await trash('root.txt', 'A');
    expect(await removing([...ids('root.txt', 'root.txt', 'D', 'A/a.txt'), 'filUnknown00000000'])).toEqual(
      DONE,
    );
    expect(await entries()).toEqual(['A']);
    await purge();
    expect(await contentsOf(vault.database)).toEqual(['D/']);
    expect(await itemsLeft()).toBe(7);
  });

  it('an aborted job continues where it stopped', async () => {
    await trash('A');
    await removing(ids('A'));
    await expect(purgeRecord(vault.deps, ACME, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(await count('purge')).toBe(1);
    await purge();
    expect(await itemsLeft()).toBe(2);
  });

  it('concurrent jobs together delete everything, without an error', async () => {
    const many = Array.from({ length: 900 }, (_, n) => ({ folder: `M/${n}`, name: `${n}` }));
    const { folderIds } = await seedVault(vault.database, many, { recordId: ACME });
    const id = folderIds.get('M') ?? '';
    await (await editor()).data(moveToTrash, { query: { ids: id } });
    await removing([id]);
    await Promise.all([purge(), purge(), purge()]);
    expect(await itemsLeft()).toBe(8);
    await countersMustBeTrue(vault.database);
  });
});

describe('concurrent calls', () => {
  it('one of several concurrent deletions succeeds', async () => {
    await trash('A', 'root.txt');
    const answers = await Promise.all(Array.from({ length: 8 }, () => removing(ids('A', 'root.txt'))));
    expect(answers.filter(({ code }) => code === 200)).toEqual([DONE]);
    expect(answers.filter(({ code }) => code !== 200)).toEqual(Array.from({ length: 7 }, () => E4));
  });

  it('of a concurrent deletion and restore one succeeds, and the items match its answer', async () => {
    for (let round = 0; round < 10; round += 1) {
      await trash('A');
      const [removed, restored] = await Promise.all([removing(ids('A')), restoring(ids('A'))]);
      expect(new Set([removed.code, restored.code])).toEqual(new Set([200, 404]));
      expect((await contentsOf(vault.database)).includes('A/')).toBe(restored.code === 200);
      await purge();
      await countersMustBeTrue(vault.database);
      if (restored.code === 200) continue;
      seeded = await setUpItems(vault, [{ folder: 'A', name: 'a.txt' }, { name: 'root.txt' }], {
        folders: ['D'],
      });
    }
  });

  it('concurrent deletion, purge, copy and trash keep all bytes and the right counters', async () => {
    const client = await editor();
    const act = (seed: number) => {
      switch (seed % 4) {
        case 0:
          return client.call(copy, { body: { linkId: ACME, paths: ['A'], path: 'D' } });
        case 1:
          return client.call(moveToTrash, { query: { ids: ids('A').join(',') } });
        case 2:
          return restoring(ids('A'));
        default:
          return client.call(moveToTrash, { query: {}, body: { linkId: ACME, paths: ['D/A'] } });
      }
    };
    for (let round = 0; round < 15; round += 1) {
      const { content } = await client.data(list, { params: { id: ACME } });
      const copies = content.filter(({ originalLocation }) => originalLocation === 'D').map(({ id }) => id);
      const deletions = copies.length === 0 ? [] : [removing(copies), purge()];
      const answers = await Promise.all(
        [0, 1, 2, 3, 4].map((n) => act(round + n)).concat(deletions as never),
      );
      for (const answer of answers)
        expect((answer as { code?: number } | undefined)?.code ?? 200).toBeLessThan(500);
    }
    await purge();
    await countersMustBeTrue(vault.database);
    expect(
      await count(`item i where i.kind = 'file' and i.trashed_at is null and not exists (
        select from version v join blob b on b.id = v.blob_id where v.id = i.current_version_id)`),
    ).toBe(0);
    expect(await count('purge')).toBe(0);
  });

  it('a deletion waits for the record lock', async () => {
    await trash('A');
    const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = vault.database.transaction(async (tx) => {
      await sql`select 1 from record where id = ${ACME} for no key update`.execute(tx);
      taken.resolve();
      await held.promise;
    });
    await taken.promise;
    let isDone = false;
    const removal = removing(ids('A')).finally(() => (isDone = true));
    const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => count(waiting)).toBe(1);
    expect(isDone).toBe(false);
    held.resolve();
    await holding;
    expect(await removal).toEqual(DONE);
  });
});

describe('refusals of C36', () => {
  it.each([
    ['anonymous', P1],
    ['noVault', E11],
    ['reader', E11],
    ['creator', E11],
    ['downloader', E11],
  ] as const)('PERM-21 %s is refused before the request is validated', async (user, expected) => {
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    expect(await client.call(remove, { query: { ids: 'x' } })).toEqual(expected);
  });

  it('E4 ids of which none is in the trash are refused', async () => {
    await trash('A');
    expect(await removing(['filUnknown00000000'])).toEqual(E4);
    expect(await removing(ids('root.txt', 'D', 'A/a.txt', 'A/B'))).toEqual(E4);
    expect(await entries()).toEqual(['A']);
  });

  it('contract 10.2 ids of a closed record get E11, in the trash or not, alone or among others', async () => {
    await trash('root.txt', 'A');
    expect(await removing([seeded.closedFile])).toEqual(E11);
    const outsider = await vault.as('outsider');
    await outsider.data(moveToTrash, { body: { linkId: CLOSED, sfids: [seeded.closedFile] }, query: {} });
    expect(await removing([seeded.closedFile])).toEqual(E11);
    expect(await removing([...ids('root.txt'), seeded.closedFile, ...ids('A')])).toEqual(E11);
    expect(await entries()).toEqual(['A', 'root.txt']);
    expect(await count('purge')).toBe(0);
  });

  it.each([
    ['nothing', ''],
    ['no ids', null],
    ['a malformed id', 'filUnknown00000000,x'],
    ['an extra comma', 'filUnknown00000000,'],
  ])('contract 10.3 P16 for %s', async (_, given) => {
    const query = given === null ? '' : `?ids=${given}`;
    const response = await (await editor()).fetch(`${remove.path}${query}`, { method: 'DELETE' });
    expect(await answerOf(response)).toEqual(P16);
  });

  it('a permanent deletion withstands random requests', async () => {
    await trash('A', 'root.txt');
    await mustWithstand(await editor(), remove, { valid: { ids: seeded.id('A') }, runs: 100 });
    await purge();
    await countersMustBeTrue(vault.database);
  });
});
