import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createKeyFile } from './key-file.ts';
import { type KeySettings, openSecretKey } from './open.ts';
import { createSecretKey, fingerprintOf } from './secret-key.ts';

// Uses real PostgreSQL; each folder is the DATA_DIR of one server.

const log = pino({ level: 'silent' });
let database: TestDatabase;
let folder: string;
let settings: KeySettings;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from setting');
  folder = await mkdtemp(join(tmpdir(), 'vault-key-'));
  settings = { dataDir: folder, secretKey: null, secretKeyFile: null };
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => database.drop());

const open = async (changed: Partial<KeySettings> = {}) =>
  fingerprintOf(await openSecretKey({ settings: { ...settings, ...changed }, database, log }));
const stored = async () => {
  const { rows } = await database.pool.query<{ name: string; value: string }>(
    'select name, value from setting',
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
};
const fingerprint = (secret: Buffer) => fingerprintOf(createSecretKey(secret));
const hex = (secret: Buffer) => secret.toString('hex');
/** The database of version 0.2.0, which contains the key. */
const storeSecret = (secret: Buffer) =>
  database.pool.query(`insert into setting (name, value) values ('signing_secret', $1)`, [
    JSON.stringify(secret.toString('base64')),
  ]);

describe('the key of a vault', () => {
  test('GUARD-06 the first start creates the key file, and the database stores its fingerprint only', async () => {
    const first = await open();
    expect(await readdir(folder)).toEqual(['secret.key']);
    expect(await stored()).toEqual({ secret_key_fingerprint: first });
    expect(await open()).toBe(first);
  });

  test('GUARD-06 servers of one folder that start at once use one key', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => open()));
    expect(new Set(keys).size).toBe(1);
  });

  test('GUARD-06 SECRET_KEY and SECRET_KEY_FILE replace the key file', async () => {
    const secret = randomBytes(32);
    expect(await open({ secretKey: hex(secret) })).toBe(fingerprint(secret));
    expect(await readdir(folder)).toEqual([]);
    const path = join(folder, 'given.key');
    await writeFile(path, hex(secret), { mode: 0o600 });
    expect(await open({ secretKeyFile: path })).toBe(fingerprint(secret));
    expect(await readdir(folder)).toEqual(['given.key']);
  });

  test('GUARD-06 a server with another key does not start, and the sentence says what to write', async () => {
    const first = await open();
    await expect(open({ secretKey: hex(randomBytes(32)) })).rejects.toThrow(
      /^The key in SECRET_KEY is not the key of this database: write the key there that the other servers/,
    );
    expect(await stored()).toEqual({ secret_key_fingerprint: first });
  });

  test('GUARD-06 a server without the key of its database does not start and creates none', async () => {
    await open();
    await rm(join(folder, 'secret.key'));
    await expect(open()).rejects.toThrow(/^The key of this vault is missing: copy the file secret\.key/);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('the upgrade of a vault that stores its key in the database', () => {
  const secret = randomBytes(32);
  beforeEach(() => storeSecret(secret));

  test('GUARD-06 the first start moves the key from the database to the key file', async () => {
    expect(await open()).toBe(fingerprint(secret));
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(`${hex(secret)}\n`);
    expect(await stored()).toEqual({ secret_key_fingerprint: fingerprint(secret) });
    expect(await open()).toBe(fingerprint(secret));
  });

  test('GUARD-06 a move that was cut after the file was written is completed', async () => {
    await createKeyFile(join(folder, 'secret.key'), secret);
    expect(await open()).toBe(fingerprint(secret));
    expect(await stored()).toEqual({ secret_key_fingerprint: fingerprint(secret) });
  });

  test('GUARD-06 when the file cannot be written, the key stays in the database', async () => {
    await expect(open({ dataDir: join(folder, 'missing') })).rejects.toThrow('ENOENT');
    expect(Object.keys(await stored())).toEqual(['signing_secret']);
  });

  test('GUARD-06 another key in SECRET_KEY is refused, and nothing is lost', async () => {
    await expect(open({ secretKey: hex(randomBytes(32)) })).rejects.toThrow(
      /still contains the key of an earlier version.*start once without it/,
    );
    expect(Object.keys(await stored())).toEqual(['signing_secret']);
    expect(await open({ secretKey: hex(secret) })).toBe(fingerprint(secret));
    expect(Object.keys(await stored())).toEqual(['secret_key_fingerprint']);
  });

  test('GUARD-06 a second server on another folder needs the moved key', async () => {
    await open();
    const other = await mkdtemp(join(tmpdir(), 'vault-key-'));
    await expect(open({ dataDir: other })).rejects.toThrow(/copy the file secret\.key of the first server/);
    await rm(other, { recursive: true });
  });
});
