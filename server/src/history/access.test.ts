import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type AccessEntry, recordAccess } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const AT = new Date('2026-11-20T10:11:12.345Z');
const entry = (more: Partial<AccessEntry> = {}): AccessEntry => ({
  recordId: RECORDS.acme,
  kind: 'Download',
  relationId: 'filSomething000001',
  content: 'Download',
  versionId: '7d44cf0a-2b3c-4a9e-8a1f-0123456789ab',
  accessor: { id: 'usrAda000000000000', name: 'Ada Byron' },
  address: '192.0.2.7',
  at: AT,
  ...more,
});

async function stored() {
  const { rows } = await sql<Record<string, unknown>>`
    select record_id, kind, relation_id, content, version_id, accessor_id, accessor, address, created_at, id
    from access order by created_at, id`.execute(database.kysely);
  return rows;
}

it('D-38 an access record has the accessor, action, version, address and time', async () => {
  await recordAccess(database.kysely, [
    entry(),
    entry({
      accessor: { id: null, name: 'Public' },
      versionId: null,
      address: null,
      at: new Date(AT.getTime() + 1),
    }),
  ]);
  const { recordId, kind, relationId, content } = entry();
  const same = { recordId, kind, relationId, content, id: expect.stringMatching(/^acc[0-9A-Za-z]{15}$/) };
  expect(await stored()).toEqual([
    {
      ...same,
      versionId: entry().versionId,
      accessorId: 'usrAda000000000000',
      accessor: 'Ada Byron',
      address: '192.0.2.7',
      createdAt: AT,
    },
    {
      ...same,
      versionId: null,
      accessorId: null,
      accessor: 'Public',
      address: null,
      createdAt: new Date(AT.getTime() + 1),
    },
  ]);
});

it('a thousand access records need one statement, an empty list none', async () => {
  const before = (await stored()).length;
  await recordAccess(database.kysely, []);
  await recordAccess(
    database.kysely,
    Array.from({ length: 1000 }, () => entry()),
  );
  const rows = await stored();
  expect(rows.length - before).toBe(1000);
  expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length);
});

it('access records are rolled back with their transaction', async () => {
  const before = await stored();
  await expect(
    database.transaction(async (tx) => {
      await recordAccess(tx, [entry()]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await stored()).toEqual(before);
});
