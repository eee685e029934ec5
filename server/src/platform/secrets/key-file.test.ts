import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SecretKeyError } from './errors.ts';
import { createKeyFile, readGivenKeyFile, readOwnKeyFile } from './key-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-key-'));
  path = join(folder, 'secret.key');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
const secret = randomBytes(32);

test('GUARD-06 a key file has 64 hexadecimal characters and mode 0600', async () => {
  expect(await createKeyFile(path, secret)).toBe(true);
  expect(await readFile(path, 'utf8')).toBe(`${secret.toString('hex')}\n`);
  expect(await modeOf(path)).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secret.key']);
  expect(await readOwnKeyFile(path)).toEqual({ secret, wasOpenToOthers: false });
  expect(await readGivenKeyFile(path)).toEqual(secret);
});

test('GUARD-06 of several servers that create the key file, one succeeds and none overwrites it', async () => {
  const secrets = Array.from({ length: 8 }, () => randomBytes(32));
  const created = await Promise.all(secrets.map((each) => createKeyFile(path, each)));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await readOwnKeyFile(path)).toMatchObject({ secret: secrets[created.indexOf(true)] });
  expect(await readdir(folder)).toEqual(['secret.key']);
});

test('GUARD-06 the mode of the own key file is corrected, and the reader learns that it was open', async () => {
  await createKeyFile(path, secret);
  await chmod(path, 0o644);
  expect(await readOwnKeyFile(path)).toEqual({ secret, wasOpenToOthers: true });
  expect(await modeOf(path)).toBe(0o600);
});

test.each([0o604, 0o644, 0o660, 0o602])(
  'GUARD-06 the file of SECRET_KEY_FILE with mode %o is refused and stays as it is',
  async (mode) => {
    await createKeyFile(path, secret);
    await chmod(path, mode);
    await expect(readGivenKeyFile(path)).rejects.toThrow(/SECRET_KEY_FILE.*Run: chmod 600/);
    expect(await modeOf(path)).toBe(mode);
  },
);

test('GUARD-06 a group may read the file of SECRET_KEY_FILE', async () => {
  await createKeyFile(path, secret);
  await chmod(path, 0o440);
  expect(await readGivenKeyFile(path)).toEqual(secret);
});

test.each([
  '',
  'abc',
  'x'.repeat(64),
  'ab'.repeat(33),
  `${'ab'.repeat(16)}\n${'ab'.repeat(16)}`,
  '0'.repeat(9000),
])('GUARD-06 a key file with other contents is refused: %.20s', async (text) => {
  await writeFile(path, text, { mode: 0o600 });
  await expect(readOwnKeyFile(path)).rejects.toThrow(/does not contain 64 hexadecimal characters/);
  await expect(readGivenKeyFile(path)).rejects.toThrow(SecretKeyError);
});

test('GUARD-06 a missing key file is null or a sentence, and a folder in its place is a sentence', async () => {
  expect(await readOwnKeyFile(path)).toBe(null);
  await expect(readGivenKeyFile(path)).rejects.toThrow(/secret\.key \(SECRET_KEY_FILE\) does not exist/);
  await expect(readGivenKeyFile(folder)).rejects.toThrow(SecretKeyError);
});
