import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockKey, SecretKeyError, unlockKey } from './index.ts';

const PASSWORD = 'four words of a person';
const KEY = randomBytes(32).toString('hex');

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vault-locked-key-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const given = () => ({ dataDir, secretKey: KEY, secretKeyFile: null });
const empty = (folder = 'restored') => ({
  dataDir: join(dataDir, folder),
  secretKey: null,
  secretKeyFile: null,
});
const stored = (folder = 'restored') => readFile(join(dataDir, folder, 'secret.key'), 'utf8');

it('SAFE-04 a key that was encrypted by a password is stored again with it', async () => {
  const locked = await lockKey(given(), PASSWORD);
  expect(locked).not.toContain(KEY);
  await unlockKey(empty(), locked, PASSWORD);
  expect((await stored()).trim()).toBe(KEY);
  // once more, as after a restore that failed later
  await unlockKey(empty(), locked, PASSWORD);
});

it('SAFE-04 two encryptions of one key and password differ', async () => {
  expect(await lockKey(given(), PASSWORD)).not.toBe(await lockKey(given(), PASSWORD));
});

it.each([
  ['another password', (text: string) => text, 'another password of a person'],
  [
    'an altered key',
    (text: string) => text.replace(/"key":"(.)/, (_, first) => `"key":"${first === 'A' ? 'B' : 'A'}`),
    PASSWORD,
  ],
])('SAFE-04 %s is refused, and nothing is stored', async (_what, alter, password) => {
  const locked = alter(await lockKey(given(), PASSWORD));
  await expect(unlockKey(empty(), locked, password)).rejects.toThrow(
    'The password of the key is wrong, or the key of the backup was altered.',
  );
  await expect(stored()).rejects.toMatchObject({ code: 'ENOENT' });
});

it.each(['', '{"format":1', '{"format":2}'])('SAFE-04 the text %j is no key', async (text) => {
  await expect(unlockKey(empty(), text, PASSWORD)).rejects.toThrow(
    'The key of the backup was cut or altered.',
  );
});

it('SAFE-04 another key that is there already stays, and the restore is refused', async () => {
  const locked = await lockKey(given(), PASSWORD);
  const other = { ...given(), secretKey: randomBytes(32).toString('hex') };
  await unlockKey(empty(), await lockKey(other, PASSWORD), PASSWORD);
  await expect(unlockKey(empty(), locked, PASSWORD)).rejects.toThrow(/another key than the backup/);
  expect((await stored()).trim()).toBe(other.secretKey);
  await expect(unlockKey(other, locked, PASSWORD)).rejects.toThrow(/another key than the backup/);
});

it('SAFE-04 a vault without a key has none to encrypt', async () => {
  await expect(lockKey(empty(), PASSWORD)).rejects.toThrow(SecretKeyError);
});
