import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runVault } from '../run-vault.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { ACME } from '../testing/seeded-items.ts';
import { fillVault } from '../testing/real-files.ts';
import { runInProcess } from '../testing/run-command.ts';

// Backs a vault up with its key, and restores it with the embedded PostgreSQL.

const PASSWORD = 'four words of a person';
const KEY = randomBytes(32).toString('hex');

let vault: TestApp;
let base: string;
beforeAll(async () => {
  vault = await createTestApp();
  await fillVault(vault.deps, ACME, { files: [{ name: 'saved.txt', bytes: 'saved' }] });
  base = await mkdtemp(join(tmpdir(), 'vault-backup-key-'));
});
afterAll(async () => {
  await vault.close();
  await rm(base, { recursive: true, force: true });
});

const run = async (line: string, env: Record<string, string>, input = '') => {
  const { output, errors, code } = await runInProcess(runVault, { args: line.split(' '), env, input });
  return { text: output + errors, code };
};
const ofVault = () => ({
  DATABASE_URL: vault.database.url,
  DATA_DIR: join(vault.blobsDir, '..'),
  SECRET_KEY: KEY,
});
const place = (name: string) => ({ DATA_DIR: join(base, name) });

it('SAFE-04 --with-key adds the key, encrypted by a password that restore asks for', async () => {
  const target = join(base, 'with key');
  const backup = ['backup', target, '--with-key'];
  const saved = await runInProcess(runVault, { args: backup, env: ofVault(), input: `${PASSWORD}\n` });
  expect(saved).toMatchObject({ errors: '', code: 0 });
  expect(saved.output).toContain('The key of the vault is part of it, encrypted by the password.');
  for (const file of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(KEY);
  }
  const restore = (input: string) =>
    runInProcess(runVault, { args: ['restore', target, '--with-key'], env: place('restored'), input });
  const wrong = await restore('another password of a person\n');
  expect(wrong).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The password of the key is wrong'),
  });
  const right = await restore(`${PASSWORD}\n`);
  expect(right.output).toContain('was restored');
  expect(right.code).toBe(0);
  expect((await readFile(join(base, 'restored', 'secret.key'), 'utf8')).trim()).toBe(KEY);
});

it('SAFE-04 a snapshot without a key cannot be restored with it, and nothing is changed', async () => {
  const target = join(base, 'without');
  expect(await run(`backup ${target}`, ofVault())).toMatchObject({ code: 0 });
  const { text, code } = await run(`restore ${target} --with-key`, place('not restored'), `${PASSWORD}\n`);
  expect({ text, code }).toEqual({
    text: expect.stringContaining('has no key, because it was made without --with-key.') as string,
    code: 1,
  });
});

it('SAFE-04 GUARD-20 a weak password is refused before anything is written', async () => {
  const target = join(base, 'weak');
  const { code } = await run(`backup ${target} --with-key`, ofVault(), 'password\n');
  expect(code).not.toBe(0);
  await expect(readdir(target)).rejects.toMatchObject({ code: 'ENOENT' });
});
