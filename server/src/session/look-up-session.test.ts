import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashBearer } from '../platform/tokens/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { lookUpSession } from './look-up-session.ts';

let vault: TestApp;
let tokenHash: Buffer;
let reads = 0;

beforeAll(async () => {
  vault = await createTestApp();
  const { token } = await vault.as('everything');
  tokenHash = hashBearer(token ?? '');
});
afterAll(() => vault.close());

/** The database of the test with a counter of its statements. */
function counted() {
  const { database } = vault;
  reads = 0;
  const kysely = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  });
  const withoutPlugins = kysely.withoutPlugins.bind(kysely);
  kysely.withoutPlugins = () => {
    reads += 1;
    return withoutPlugins();
  };
  return { ...database, kysely };
}

it('SPEED-04 calls of one session that arrive during a look-up share the next one', async () => {
  const database = counted();
  const accounts = await Promise.all(
    Array.from({ length: 10 }, () => lookUpSession(database, { tokenHash, now: new Date(), recordId: null })),
  );
  expect(new Set(accounts.map((account) => account?.id)).size).toBe(1);
  expect(accounts[0]).not.toBeNull();
  expect(reads).toBe(2);
  expect(
    await lookUpSession(database, { tokenHash: randomBytes(32), now: new Date(), recordId: null }),
  ).toBeNull();
});

it('SPEED-04 a call after a change sees it, also while an earlier look-up runs', async () => {
  const { database } = vault;
  const look = () => lookUpSession(database, { tokenHash, now: new Date(), recordId: null });
  const earlier = [look(), look()];
  await sql`update account set permissions = '[]' where id = (
    select account_id from session where token_hash = ${tokenHash})`.execute(database.kysely);
  const later = await look();
  await Promise.all(earlier);
  expect(later?.permissions).toEqual([]);
});
