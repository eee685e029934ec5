import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { signIn } from '../testing/client.ts';
import { makeLink } from '../testing/links.ts';
import { setUpItems } from '../testing/seeded-items.ts';
import { UsageError } from '../user-command/index.ts';
import { readVaultCommand, type VaultCommandDeps } from './index.ts';

const { everything, colleague, reader, administrator } = USERS;
const { session } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
  await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }]);
});
afterAll(() => vault.close());

/** Runs a command in this process, with the database of the tests. */
async function run(...words: string[]) {
  const command = readVaultCommand(['people', ...words]);
  if (command === null) throw new Error('this is a call for help');
  return command(deps());
}
/** What these commands use of the dependencies. */
const deps = () =>
  ({
    locations: { dataDir: '', database: 'the tests', scanner: '' },
    openDatabase: async () => ({ ...vault.database, close: async () => undefined }),
    askPassword: async () => 'seven green bottles',
  }) satisfies Partial<VaultCommandDeps> as unknown as VaultCommandDeps;
const attempt = async ({ email }: { email: string }, password = PASSWORD) =>
  (await vault.anonymous.call(session.signIn, { body: { email, password } })).code;

describe('GUARD-31 npm run vault -- people', () => {
  it('the verbs of npm run user work here too', async () => {
    const { text } = await run(
      'add',
      'new@example.test',
      '--name',
      'New Person',
      'read',
      '--record',
      RECORDS.acme,
    );
    expect(text).toContain('new@example.test');
    expect(await attempt({ email: 'new@example.test' }, 'seven green bottles')).toBe(200);
    expect((await run('grant', 'new@example.test', 'admin')).text).toMatch(/ read admin /);
    expect((await run('list')).text).toContain('New Person');
  });

  it('disable ends sessions and sign-in, enable allows them, and the list says who is disabled', async () => {
    const client = await signIn(vault.origin, 'reader');
    expect(await run('disable', reader.email)).toMatchObject({ exitCode: 0 });
    expect([(await client.call(session.me)).code, await attempt(reader)]).toEqual([401, 401]);
    expect((await run('list')).text).toMatch(/chloe@example\.test +Chloe Diaz +disabled/);
    await run('enable', reader.email);
    expect(await attempt(reader)).toBe(200);
  });

  it('a person with links is not changed before the administrator decides about the links', async () => {
    const { token } = await makeLink(vault, { paths: ['A'] }, { user: 'colleague' });
    await expect(run('remove', colleague.email)).rejects.toThrow(
      'ben@example.test has 1 open link: write --end-links, or --give-links <account>.',
    );
    expect(await attempt(colleague)).toBe(200);
    const vaultOptions = ['--give-vault', everything.email, '--vault-name', 'Papers of Ben'];
    await run('remove', colleague.email, '--give-links', everything.email, ...vaultOptions);
    expect(await attempt(colleague)).toBe(401);
    const { code } = await vault.anonymous.call(contract.recipient.landing, { params: { token } });
    expect(code).toBe(200);
    const records = await (await signIn(vault.origin, 'everything')).data(session.records);
    expect(records).toContainEqual({ sfid: colleague.sfid, name: 'Papers of Ben' });
    await expect(run('enable', colleague.email)).rejects.toThrow('There is no account ben@example.test.');
  });

  it('the last administrator cannot be disabled, in one sentence', async () => {
    await run('revoke', 'new@example.test', 'admin');
    await expect(run('disable', administrator.email)).rejects.toThrow(/^This is the last administrator\./);
    expect(await attempt(administrator)).toBe(200);
  });

  it.each([
    ['disable'],
    ['disable a@b.test c@d.test'],
    ['disable a@b.test --end-links --give-links c@d.test'],
    ['remove a@b.test --give-vault c@d.test'],
    ['enable a@b.test --end-links'],
    ['grant a@b.test fly'],
    ['unknown a@b.test'],
  ])('%s is invalid', (line) => {
    expect(() => readVaultCommand(['people', ...line.split(' ')])).toThrow(UsageError);
  });
});
