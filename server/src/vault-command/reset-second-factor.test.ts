import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { UsageError } from '../user-command/index.ts';
import { readVaultCommand } from './index.ts';
import type { VaultCommandDeps } from './subcommand.ts';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const run = (...operands: string[]) => {
  const command = readVaultCommand(['people', 'reset-second-factor', ...operands]);
  const openDatabase = async () => ({ ...vault.database, close: async () => undefined });
  return command?.({ openDatabase } as unknown as VaultCommandDeps);
};

it('GUARD-33 the command removes the second factors of a person', async () => {
  const { sfid, email } = USERS.reader;
  const { kysely } = vault.database;
  await sql`
    insert into authenticator_app (account_id, secret_sealed, last_step, added_at)
    values (${sfid}, '', 0, now())`.execute(kysely);
  expect(await run(email.toUpperCase())).toEqual({
    text: `${email}: the second factors are removed.`,
    exitCode: 0,
  });
  const { rows } = await sql`select 1 from authenticator_app`.execute(kysely);
  expect(rows).toEqual([]);
});

it('GUARD-33 the command names an unknown person and refuses other arguments', async () => {
  expect(await run('unknown@example.test')).toEqual({
    text: 'There is no account unknown@example.test.',
    exitCode: 1,
  });
  expect(() => run()).toThrow(UsageError);
  expect(() => run('a@example.test', 'b@example.test')).toThrow('Too many arguments.');
});
