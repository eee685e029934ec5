import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocalVault, type LocalVault } from './testing/local-vault.ts';

let vault: LocalVault;
beforeEach(async () => {
  vault = await createLocalVault();
  await mkdir(join(vault.dataDir, 'rules'), { recursive: true });
});
afterEach(() => vault.close());

const writeRule = (text: string) => writeFile(join(vault.dataDir, 'rules/own.yar'), text);

describe('the scanner opens while the database starts', () => {
  test('a wrong rule file stops the start with its sentence', async () => {
    await writeRule('rule own {');
    // The embedded PostgreSQL takes longer to start than the check of the rules.
    await expect(vault.start({ DATABASE_URL: '' })).rejects.toThrow(
      /The rule file .*own\.yar cannot be used: line/,
    );
  });

  test('a database that is not available stops the start, whether or not a rule file is wrong', async () => {
    const start = () => vault.start({ DATABASE_URL: 'postgres://vault@127.0.0.1:1/vault' });
    const sentence = 'The database that DATABASE_URL names cannot be used: connect ECONNREFUSED 127.0.0.1:1';
    await expect(start()).rejects.toThrow(sentence);
    await writeRule('rule own {');
    await expect(start()).rejects.toThrow(sentence);
  });
});
