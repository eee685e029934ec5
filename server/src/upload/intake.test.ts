import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { Intake } from './intake.ts';

const OWNER = 'acc0000000000001';
const FILES = 12;

let vault: TestApp;
let intake: Intake;
let transactions = 0;

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

beforeEach(async () => {
  const { database } = vault;
  await sql`delete from upload`.execute(database.kysely);
  transactions = 0;
  const transaction: typeof database.transaction = (...args) => {
    transactions += 1;
    return database.transaction(...args);
  };
  const waitingLimits = { ...SETTINGS.waitingLimits, account: { bytes: 1000, files: FILES } };
  intake = new Intake({
    ...vault.deps,
    database: { ...database, transaction },
    settings: { ...SETTINGS, waitingLimits },
  });
});

const prepare = (key: string, ownerId = OWNER) =>
  intake.prepare(ownerId, { ownerId, key, link: null, name: `${key}.txt` });
const blobOf = (key: string, sizeBytes: number) => ({
  key: `00/00/${key}`,
  sizeBytes,
  sha256: Buffer.alloc(32),
  crc32: 0,
  blockChecksums: null,
});
const receive = (key: string, sizeBytes = 1, ownerId = OWNER) =>
  intake.receive({ ownerId, key, blob: blobOf(key, sizeBytes), reservedBytes: 0 });
const codesOf = async (calls: Promise<void>[]) =>
  (await Promise.allSettled(calls)).map((one) =>
    one.status === 'fulfilled' ? 200 : (one.reason as { code: number }).code,
  );
const keys = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`);
const rows = async () => {
  const found = await sql<{ key: string; state: string; storageKey: string | null }>`
    select key, state, storage_key from upload order by key`.execute(vault.database.kysely);
  return found.rows;
};

describe('SPEED-04 changes of one owner that arrive together', () => {
  it('SPEED-04 share two transactions: the first, and all that arrive during it', async () => {
    await Promise.all(keys(10).map((key) => prepare(key)));
    expect(transactions).toBe(2);
    await Promise.all(keys(10).map((key) => receive(key)));
    expect(transactions).toBe(4);
    expect(await rows()).toEqual(
      keys(10).map((key) => ({ key, state: 'received', storageKey: `00/00/${key}` })),
    );
  });

  it('SPEED-04 GUARD-24 over the limit exactly as many are accepted as have room', async () => {
    const codes = await codesOf(keys(FILES + 5).map((key) => prepare(key)));
    expect(codes.filter((code) => code === 200)).toHaveLength(FILES);
    expect(codes.filter((code) => code === 507)).toHaveLength(5);
    const sent = await codesOf(keys(FILES).map((key) => receive(key, 100)));
    expect(sent.filter((code) => code === 200)).toHaveLength(10);
    expect(sent.filter((code) => code === 507)).toHaveLength(FILES - 10);
  });

  it('SPEED-04 each gets its own outcome: stored, unknown, transferred before', async () => {
    await Promise.all(['a', 'b', 'c'].map((key) => prepare(key)));
    await sql`update upload set state = 'stored' where key = 'b'`.execute(vault.database.kysely);
    const codes = await codesOf([
      prepare('first'),
      receive('a'),
      receive('b'),
      receive('unknown'),
      receive('c'),
    ]);
    expect(codes).toEqual([200, 200, 409, 403, 200]);
    expect(transactions).toBe(4);
  });

  it('SPEED-04 bodies for one address are stored one after the other; the earlier one is released', async () => {
    await prepare('a');
    await Promise.all(
      [receive('first'), receive('a', 1), receive('a', 2)].map((call) => call.catch(() => {})),
    );
    const { rows: garbage } = await sql<{ count: number }>`
      select count(*)::int as count from blob_garbage where storage_key = '00/00/a'`.execute(
      vault.database.kysely,
    );
    expect(garbage).toEqual([{ count: 1 }]);
    const { rows: sizes } = await sql<{ sizeBytes: number; reservedBytes: number }>`
      select size_bytes, reserved_bytes from upload where key = 'a'`.execute(vault.database.kysely);
    expect(sizes).toEqual([{ sizeBytes: 2, reservedBytes: 1 }]);
  });

  it('SPEED-04 owners with the same key do not affect each other', async () => {
    await Promise.all([prepare('a'), prepare('a', 'acc0000000000002')]);
    await receive('a', 5, 'acc0000000000002');
    expect(await rows()).toMatchObject([{ state: 'prepared' }, { state: 'received' }]);
  });
});
