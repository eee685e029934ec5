import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, runAs, systemContext } from '../platform/actor/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { queueTexts } from './index.ts';

// Uses real graphile-worker on PostgreSQL; no server runs the jobs.

const ADA: Actor = { kind: 'person', id: 'usrA00000000000001', name: 'Ada', email: null };
const VISITOR: Actor = {
  kind: 'visitor',
  visitId: 'vis000000000000001',
  linkId: 'lnk000000000000001',
  recordId: 'recA00000000000001',
  email: null,
};
const SYSTEM: Actor = { kind: 'system' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => sql`truncate graphile_worker._private_jobs`.execute(database.kysely));

/** Queues the texts of so many files as an upload of an actor does. */
const queue = (actor: Actor, recordId: string, count: number) =>
  runAs({ ...systemContext(), actor }, () =>
    database.transaction((tx) =>
      queueTexts(
        tx,
        recordId,
        Array.from({ length: count }, (_, n) => ({ blobId: n + 1, name: `${n}.txt`, sizeBytes: 10 })),
      ),
    ),
  );

/** The records of the waiting jobs with their numbers of files, in the order in which graphile-worker runs them. */
async function order(): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select (payload ->> 'recordId') || ' ' || json_array_length(payload -> 'files') as job
    from graphile_worker._private_jobs order by priority, run_at, id`.execute(database.kysely);
  return rows.map(({ job }) => job);
}

describe('SPEED-11 jobs that read the texts of files', () => {
  it('SPEED-11 the jobs of a large upload let a later small one pass', async () => {
    await queue(ADA, 'large', 450);
    await queue(ADA, 'small', 1);
    expect(await order()).toEqual(['large 200', 'small 1', 'large 200', 'large 50']);
  });

  it('SPEED-11 files of visitors come after those of people, and those of no one at last', async () => {
    await queue(SYSTEM, 'older', 1);
    await queue(VISITOR, 'submitted', 201);
    await queue(ADA, 'uploaded', 201);
    expect(await order()).toEqual(['uploaded 200', 'uploaded 1', 'submitted 200', 'submitted 1', 'older 1']);
  });

  it('files without text need no job', async () => {
    await queue(ADA, 'none', 0);
    expect(await order()).toEqual([]);
  });
});
