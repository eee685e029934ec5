import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit, type TailEntry } from '../audit/index.ts';
import { runAs } from '../platform/actor/index.ts';
import { runVault } from '../run-vault.ts';
import { USERS } from '../testing/accounts.ts';
import { allChained } from '../testing/audit-entries.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { childEnv } from '../testing/child-env.ts';
import { runInProcess } from '../testing/run-command.ts';
import { UsageError } from '../user-command/index.ts';
import { readVaultCommand } from './index.ts';

// Uses the real command beside the running server; the one that is interrupted is a separate process.

const MAIN = join(import.meta.dirname, '../vault.ts');
const ada = USERS.everything;

let vault: TestApp;
let folder: string;
beforeAll(async () => {
  vault = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'vault-command-'));
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the command in a separate process. */
function start(...words: string[]) {
  return spawn(process.execPath, [MAIN, 'audit', ...words], {
    cwd: folder,
    env: { ...childEnv(), DATABASE_URL: vault.database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
const run = async (...words: string[]) => {
  const env = { DATABASE_URL: vault.database.url };
  const { output, errors, code } = await runInProcess(runVault, { args: ['audit', ...words], env });
  return { output: output.trim(), errors, code };
};

const record = (name: string) =>
  runAs(
    {
      actor: { kind: 'person', id: ada.sfid, name: ada.name, email: ada.email },
      requestId: null,
      clientAddress: '192.0.2.1',
      userAgent: null,
    },
    () =>
      vault.database.transaction((tx) =>
        recordAudit(tx, { action: 'item.trash', object: { kind: 'file', id: 'filOne000000000000', name } }),
      ),
  );

describe('npm run vault -- audit', () => {
  it('AUDIT-02 AUDIT-03 redact removes the data of a person, and verify still matches', async () => {
    await record('one.pdf');
    await allChained(vault.database);
    expect(await run('verify')).toEqual({
      output: 'The audit matches: 1 entries, 0 seals.',
      errors: '',
      code: 0,
    });
    expect(await run('redact', '--person', ada.email.toUpperCase())).toMatchObject({
      output: 'Personal data was removed from 1 entries.',
      code: 0,
    });
    const { rows } = await sql<{ personal: unknown; actor: string }>`
      select personal, actor_kind as actor from audit_entry order by id`.execute(vault.database.kysely);
    expect(rows).toEqual([
      { personal: null, actor: 'person' },
      { personal: { name: userInfo().username }, actor: 'command' },
    ]);
    await allChained(vault.database);
    expect(await run('verify')).toMatchObject({ output: 'The audit matches: 2 entries, 0 seals.', code: 0 });
  });

  it('AUDIT-08 tail prints entries for programs, and follows new ones until it is interrupted', async () => {
    await record('two.pdf');
    const child = start('tail', '--json', '--after', '2', '--follow');
    const exit = once(child, 'exit');
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const names = () =>
      output
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as TailEntry).entry['objectName']);
    await expect.poll(names).toEqual(['two.pdf']);
    await record('three\u001B[2J.pdf');
    await expect.poll(names).toEqual(['two.pdf', 'three\u001B[2J.pdf']);
    child.kill('SIGINT');
    expect(await exit).toEqual([0, null]);

    const { output: lines } = await run('tail', '--after', '3');
    expect(lines).toMatch(
      /^4 {2}\S+Z {2}success {2}item\.trash {2}person Ada Byron {2}file three \[2J\.pdf$/,
    );
  });

  it('AUDIT-03 verify names the first entry that does not match', async () => {
    await allChained(vault.database);
    const { rows } = await sql<{ id: number }>`select max(id) as id from audit_entry`.execute(
      vault.database.kysely,
    );
    await sql`alter table audit_entry disable trigger all`.execute(vault.database.kysely);
    await sql`update audit_entry set object_name = 'x' where id = ${rows[0]?.id}`.execute(
      vault.database.kysely,
    );
    const { output, code } = await run('verify');
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(
        `^Entry ${rows[0]?.id} \\(number 4 of those without a record\\) was changed \\(item\\.trash, `,
      ),
    );
  });

  it.each([
    ['audit verify now', 'Too many arguments.'],
    ['audit redact', 'Missing --person.'],
    ['audit redact --person Ada', 'Ada is no e-mail address and no id of an account.'],
    ['audit tail --after x', 'x is not a number.'],
    ['audit tail --after -1', "Option '--after' argument is ambiguous."],
  ])('AUDIT-08 %s is refused', (line, problem) => {
    const read = () => readVaultCommand(line.split(' '));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(problem);
  });
});
