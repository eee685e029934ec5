import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { SEALED_TABLES } from './sealed-columns.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const SEALED = /_sealed$/;
/** Bytes that are not sealed: hashes, their salts, checksums, public keys and signatures. */
const OPEN = /[._](hash|salt|sha256|crc32|checksum|checksums|public_key|signature|credential_id)$/;

test('GUARD-06 rotate-key seals every sealed column, and every column of bytes is known', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and udt_name = 'bytea' order by 1`);
  const names = rows.map(({ name }) => name);
  const registered = SEALED_TABLES.flatMap(({ table, columns }) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(names.filter((name) => SEALED.test(name))).toEqual(registered.toSorted());
  // A column that this test does not know: does a Sealer write it? Then its name ends with _sealed.
  expect(names.filter((name) => !SEALED.test(name) && !OPEN.test(name))).toEqual([]);
});
