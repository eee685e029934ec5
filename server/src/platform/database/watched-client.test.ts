import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('SPEED-03 a small garbage collection frees the rows of finished statements', async () => {
  const collectSmall = smallCollection();
  const rowsRead = async () => {
    const { rows } =
      await sql`select n, repeat(n::text, 100) as text from generate_series(1, 1000) n`.execute(
        database.kysely,
      );
    return rows.length;
  };
  const read = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      expect(await rowsRead()).toBe(1000);
      collectSmall();
    }
  };
  await read(10);
  const before = oldObjectsBytes();
  await read(30);
  // The rows of one statement take half a megabyte.
  expect(oldObjectsBytes() - before).toBeLessThan(3_000_000);
});

/** Returns V8's garbage collection of new objects, which happens many times a second under load. */
function smallCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'minor' });
}

/** The memory of objects that survived two small collections. */
const oldObjectsBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

it('an error of a statement leads to its caller', async () => {
  const failing = async () => sql`select 1 / 0`.execute(database.kysely);
  const error: unknown = await failing().catch((failure: unknown) => failure);
  expect(error).toMatchObject({ message: 'division by zero' });
  expect((error as Error).stack).toContain('watched-client.test.ts');
});
