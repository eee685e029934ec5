import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { setUpItems } from '../testing/seeded-items.ts';
import { UsageError } from '../user-command/index.ts';
import { readVaultCommand, type VaultCommandDeps } from './index.ts';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
  await setUpItems(vault, [{ folder: 'Case', name: 'plan.pdf' }]);
});
afterAll(() => vault.close());

/** Runs a command in this process, with the database of the tests. */
async function run(...words: string[]) {
  const command = readVaultCommand(['holds', ...words]);
  if (command === null) throw new Error('this is a call for help');
  const deps = { openDatabase: async () => ({ ...vault.database, close: async () => undefined }) };
  return command(deps satisfies Partial<VaultCommandDeps> as unknown as VaultCommandDeps);
}
const SET = ['set', '--record', RECORDS.acme, '--folder', 'Case', '--reason', 'Smith v. Jones'];

it('SAFE-12 holds are set, listed and lifted on the command line', async () => {
  expect(await run('list')).toEqual({ text: 'No hold is in force.', exitCode: 0 });
  const { text } = await run(...SET, '--keep-years', '8');
  const id = /hld\w{15}/.exec(text)?.[0] ?? '';
  expect((await run('list')).text).toMatch(
    new RegExp(`^${id}  keep 8 years  ${RECORDS.acme} .*  Case  Smith v\\. Jones  Command line, 20`),
  );
  expect(await run('lift', id)).toEqual({ text: `The hold ${id} is lifted.`, exitCode: 0 });
  expect(await run('lift', id)).toEqual({ text: `No hold ${id} is in force.`, exitCode: 1 });
});

it('SAFE-12 what does not exist, and rules out of range, are said in a sentence', async () => {
  expect(await run(...SET, '--folder', 'Nowhere')).toEqual({
    text: 'There is no such record or folder.',
    exitCode: 1,
  });
  for (const years of ['0', '101', '1.5', 'x']) {
    await expect(run(...SET, '--keep-years', years)).rejects.toThrow(
      '--keep-years must be a whole number from 1 to 100.',
    );
  }
  await expect(run('set', '--reason', 'x')).rejects.toThrow('Missing --record.');
  await expect(run('set', '--record', RECORDS.acme)).rejects.toThrow(UsageError);
});
