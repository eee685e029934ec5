import { contract } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VaultError } from '../http/index.ts';
import { type Database, openDatabase } from '../platform/database/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { USERS } from '../testing/accounts.ts';
import { ACME, countersMustBeTrue, setUpItems } from '../testing/seeded-items.ts';
import { relocate } from './relocate.ts';

const { organise, trash } = contract;

let vault: TestApp;
/** a second server on the same database */
let otherNode: Database;

beforeAll(async () => {
  vault = await createTestApp();
  const log = pino({ level: 'silent' });
  otherNode = await openDatabase({ databaseUrl: vault.database.url, dataDir: '', log, maxConnections: 4 });
});
afterAll(async () => {
  await otherNode.close();
  await vault.close();
});

const RING = ['F0', 'F1', 'F2', 'F3', 'F4', 'F5'] as const;
const TURNS = 40;

/** Counts the folders of the ring that can be reached from the root, in one query. */
async function reachable(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive walk as (
      select root_id as id from record where id = ${ACME}
      union all
      select i.id from walk w join item i on i.record_id = ${ACME} and i.parent_id = w.id and i.kind = 'folder'
    ) select count(*)::int as count from walk`.execute(vault.database.kysely);
  return (rows[0]?.count ?? 0) - 1;
}

describe('concurrent moves', () => {
  it('COPYMOVE-09 two servers that move a ring of folders into each other create no cycle', async () => {
    const seeded = await setUpItems(
      vault,
      RING.map((folder) => ({ folder, name: 'f.txt', sizeBytes: 1 })),
    );
    const nodes = [vault.database, otherNode];
    const answers: Record<string, number> = {};
    const move = async (n: number, path: string) => {
      const database = nodes[n % nodes.length] ?? otherNode;
      const deps = { ...vault.deps, database };
      const selection = { recordId: ACME, ids: [seeded.id(RING[n] ?? '')], paths: [] };
      const caller = { id: USERS.everything.sfid, name: USERS.everything.name };
      const answer = await relocate(deps, { selection, path, action: 'move', merging: false, caller }).then(
        ({ outcome }) => outcome,
        (error: unknown) => (error instanceof VaultError ? error.message : String(error)),
      );
      answers[answer] = (answers[answer] ?? 0) + 1;
      return answer;
    };
    const mover = async (n: number) => {
      const next = seeded.id(RING[(n + 1) % RING.length] ?? '');
      for (let turn = 0; turn < TURNS; turn += 1) {
        // oxlint-disable-next-line no-await-in-loop -- its turns are one after the other, the movers beside each other
        if ((await move(n, next)) !== 'done') await move(n, '');
      }
    };
    const movement = { isOver: false };
    const movers = Promise.all(RING.map((_, n) => mover(n))).finally(() => (movement.isOver = true));
    // oxlint-disable-next-line no-await-in-loop
    while (!movement.isOver) expect(await reachable()).toBe(RING.length);
    await movers;
    expect(await reachable()).toBe(RING.length);
    // Many moves succeeded, many were refused because they would close a cycle, and none failed in another way.
    const refusals = [
      'Source and target folder cannot be the same',
      "You can't move a folder to its subfolder",
    ];
    expect(Object.keys(answers).toSorted()).toEqual([...refusals, 'done'].toSorted());
    expect(answers['done']).toBeGreaterThan(130);
    expect(answers[refusals[1] ?? '']).toBeGreaterThan(6);
    await countersMustBeTrue(vault.database);
  }, 120_000);
});

describe('concurrent changes of all kinds', () => {
  it('concurrent changes leave each file in one folder and the counters correct', async () => {
    const folders = ['A', 'A/B', 'C', 'C/D'];
    const files = folders.flatMap((folder, n) =>
      ['x.txt', 'y.txt'].map((name) => ({ folder, name, sizeBytes: 10 ** n })),
    );
    const seeded = await setUpItems(vault, files);
    const ids = folders.map((path) => seeded.id(path));
    const client = await vault.as('everything');
    const pick = <T>(all: readonly T[], seed: number): T => all[seed % all.length] as T;
    const act = (seed: number) => {
      const id = pick(ids, seed * 7);
      const body = { linkId: ACME, sfids: [id], paths: [], path: pick([...ids, ''], seed * 11 + 3) };
      switch (seed % 5) {
        case 0:
          return client.call(organise.move, { body });
        case 1:
          return client.call(organise.moveMerging, { body });
        case 2:
          return client.call(organise.copy, { body });
        case 3:
          return client.call(organise.moveToTrash, { query: { ids: id } });
        default:
          return client.call(trash.restore, { body: ids });
      }
    };
    const answers = new Set<string>();
    for (let round = 0; round < 25; round += 1) {
      const seeds = Array.from({ length: 12 }, (_, n) => round * 12 + n);
      // oxlint-disable-next-line no-await-in-loop -- rounds, of twelve changes at once each
      for (const { code, errorMessage } of await Promise.all(seeds.map(act)))
        answers.add(errorMessage || `${code}`);
    }
    expect([...answers].toSorted()).toEqual([
      '200',
      'File or folder does not exist.',
      'Source and target folder cannot be the same',
      "You can't copy a folder to its subfolder",
      "You can't move a folder to its subfolder",
    ]);
    await countersMustBeTrue(vault.database);
    const lost = await sql<{ id: string }>`
      with recursive walk as (
        select root_id as id from record where id = ${ACME}
        union all
        select i.id from walk w join item i on i.record_id = ${ACME} and i.parent_id = w.id
      ) select id from item where record_id = ${ACME} and id not in (select id from walk)`.execute(
      vault.database.kysely,
    );
    expect(lost.rows).toEqual([]);
    const duplicates = await sql`
      select parent_id, kind, name from item where record_id = ${ACME} and trashed_at is null and parent_id is not null
      group by 1, 2, 3 having count(*) > 1`.execute(vault.database.kysely);
    expect(duplicates.rows).toEqual([]);
  }, 120_000);
});
