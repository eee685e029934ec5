import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSettingsFile } from './settings-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-settings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the file of settings', () => {
  test('its settings are added; those of the environment win', async () => {
    process.env['VAULT_TEST_OWN'] = 'environment';
    const path = join(folder, '.env');
    await writeFile(path, 'VAULT_TEST_OWN=file\nVAULT_TEST_NEW=file\n');
    loadSettingsFile(path);
    expect([process.env['VAULT_TEST_OWN'], process.env['VAULT_TEST_NEW']]).toEqual(['environment', 'file']);
    delete process.env['VAULT_TEST_OWN'];
    delete process.env['VAULT_TEST_NEW'];
  });

  test('a missing file is allowed', () => {
    expect(() => loadSettingsFile(join(folder, 'missing'))).not.toThrow();
  });

  test('a folder of its name stops the start with a sentence', async () => {
    const path = join(folder, 'mounted');
    await mkdir(path);
    expect(() => loadSettingsFile(path)).toThrow(
      `The settings in ${path} cannot be read: it must be a file that this account can read.`,
    );
  });
});
