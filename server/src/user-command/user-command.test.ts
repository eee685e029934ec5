import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runUser } from '../run-user.ts';
import { PASSWORD, RECORDS, USERS } from '../testing/accounts.ts';
import { E11, P1 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createClient, signedIn } from '../testing/client.ts';
import { runInProcess, runProgram } from '../testing/run-command.ts';
import { type Command, perform, readCommand, UsageError } from './index.ts';

const MAIN = join(import.meta.dirname, '../user.ts');
const NEW_PASSWORD = 'seven green bottles';
const { signIn, me, records } = contract.session;

let vault: TestApp;
/** working directory of the processes, without a .env file */
let folder: string;
beforeAll(async () => {
  vault = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'vault-user-'));
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input = '', settings: Record<string, string> = {}) => {
  const env = { DATABASE_URL: vault.database.url, DATA_DIR: join(folder, 'data'), ...settings };
  return runInProcess(runUser, { args, input, env });
};
/** Runs the command in a separate process, as an administrator does. */
const start = (args: readonly string[], input = '') =>
  runProgram(MAIN, { args, input, env: { DATABASE_URL: vault.database.url }, folder });

/** Runs the command with the database of the tests, without its settings and streams. */
const doIt = (line: string, password = NEW_PASSWORD) =>
  perform(
    { database: vault.database, clock: vault.deps.clock, location: 'the tests' },
    readCommand(line.split(' ')),
    async () => password,
  );

const signInAs = (email: string, password: string) =>
  vault.anonymous.call(signIn, { body: { email, password } });

describe('npm run user', () => {
  it('AUTH-04 add creates a user who can sign in immediately; the password is read from stdin', async () => {
    const added = await start(
      [
        'add',
        'new@example.test',
        '--name',
        'New Person',
        'read',
        'Download',
        '--record',
        RECORDS.acme,
        '--new-record',
        'Cedar',
      ],
      `${NEW_PASSWORD}\nnot this line\n`,
    );
    expect(added).toMatchObject({ code: 0, errors: '' });
    expect(added.output).toMatch(
      /^id +e-mail +name +signs in by +permissions +records\nusr\w{15} +new@example\.test/,
    );

    const login = await signInAs('New@example.test', NEW_PASSWORD);
    expect(login).toMatchObject({ code: 200, data: { userInfo: { profile: { name: 'New Person' } } } });
    const client = createClient(vault.origin, signedIn(login.data).accessToken);
    expect((await client.data(records)).map(({ name }) => name)).toEqual(['New Person', 'Acme Ltd', 'Cedar']);
    const { rows } = await sql<{ hash: string }>`
      select password_hash as hash from account where email = 'new@example.test'`.execute(
      vault.database.kysely,
    );
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$/);
  });

  const REFUSED: readonly { what: string; args: string[]; input?: string; code: number; errors: RegExp }[] = [
    { what: 'nothing', args: [], code: 2, errors: /^Missing command/ },
    { what: 'an unknown command', args: ['drop'], code: 2, errors: /^Unknown command drop/ },
    { what: 'an unknown option', args: ['list', '--all'], code: 2, errors: /--all/ },
    {
      what: 'a password on the line',
      args: ['password', 'ada@example.test', NEW_PASSWORD],
      code: 2,
      errors: /^Too many arguments/,
    },
    {
      what: 'an unknown person',
      args: ['grant', 'unknown@example.test', 'read'],
      code: 1,
      errors: /^There is no account unknown@example\.test\.\nThe accounts are in \S+ \(DATABASE_URL\)\.\n$/,
    },
    {
      what: 'an address that is taken',
      args: ['add', 'ADA@example.test', '--name', 'A'],
      input: NEW_PASSWORD,
      code: 1,
      errors: /^An account with the address/,
    },
    {
      what: 'an unknown record',
      args: ['grant', 'ada@example.test', '--record', 'recNowhere00000001'],
      code: 1,
      errors: /^There is no record recNowhere/,
    },
    {
      what: 'too short a password',
      args: ['password', 'ada@example.test'],
      input: 'short\n',
      code: 2,
      errors: /at least 12 characters/,
    },
    {
      what: 'GUARD-20 a password that is much used',
      args: ['password', 'ada@example.test'],
      input: 'Password1234\n',
      code: 2,
      errors: /^This password is one of the most used ones\. Please choose another one\.\n$/,
    },
    {
      what: 'GUARD-20 a password of the person’s name',
      args: ['password', 'ada@example.test'],
      input: 'Ada Byron 1815\n',
      code: 2,
      errors: /^This password consists mainly of names/,
    },
    {
      what: 'no password',
      args: ['add', 'x@example.test', '--name', 'X'],
      code: 2,
      errors: /at least 12 characters/,
    },
  ];
  it.each(REFUSED)(
    '$what is refused with a sentence and an exit code, and changes nothing',
    async ({ args, input = '', code, errors }) => {
      const before = await doIt('list');
      const ended = await run(args, input);
      expect(ended).toMatchObject({ code, output: '', errors: expect.stringMatching(errors) });
      expect(ended.errors).not.toContain(NEW_PASSWORD);
      expect(await doIt('list')).toBe(before);
    },
  );

  it('an invalid command line ends the process with its exit code', async () => {
    expect(await start(['drop'])).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringMatching(/^Unknown command drop/),
    });
  });

  it('an unreachable database is reported in one sentence', async () => {
    const ended = await run(['list'], '', { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(ended).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^The database that DATABASE_URL/),
    });
    expect(ended.errors.trim().split('\n')).toHaveLength(1);
  });

  it.each(['list', 'add ada@example.test --name Ada', 'password ada@example.test'])(
    'USE-20 %s creates no data folder and reports the location',
    async (line) => {
      const { output, errors, code } = await run(line.split(' '), NEW_PASSWORD, { DATABASE_URL: '' });
      expect({ output, code }).toEqual({ output: '', code: 1 });
      expect(errors).toContain(
        `There is no vault in ${join(folder, 'data')} (DATA_DIR), and none was created.`,
      );
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('USE-20 the message about an unknown account contains the database', async () => {
    const { pathname } = new URL(vault.database.url);
    const { errors, code } = await run(['grant', 'no.such@example.test', 'read']);
    expect(code).toBe(1);
    expect(errors).toContain(`${pathname} (DATABASE_URL)`);
  });

  it('--help lists all commands and needs no database', async () => {
    const helped = await run(['--help'], '', { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(helped).toMatchObject({ code: 0, errors: '' });
    for (const verb of ['add', 'password', 'grant', 'revoke', 'list'])
      expect(helped.output).toContain(` -- ${verb}`);
  });
});

describe('the effects of the commands', () => {
  const { reader, downloader, creator } = USERS;

  it('PERM-02 grant and revoke apply to the next call of a signed-in user', async () => {
    const client = await vault.as('reader');
    const make = () =>
      client.call(contract.organise.createFolder, {
        params: { recordId: reader.sfid },
        query: { name: 'By right', path: '' },
      });
    expect(await make()).toEqual(E11);
    await doIt(`grant ${reader.email.toUpperCase()} create`);
    expect(await make()).toMatchObject({ code: 200 });
    await doIt(`revoke ${reader.sfid} create`);
    expect(await make()).toEqual(E11);
  });

  it('PERM-22 records can be granted and revoked', async () => {
    const client = await vault.as('downloader');
    const open = async () => (await client.data(records)).map(({ sfid }) => sfid);
    await doIt(`grant ${downloader.email} --record ${RECORDS.birch}`);
    expect(await open()).toEqual([downloader.sfid, RECORDS.acme, RECORDS.birch]);
    await doIt(`revoke ${downloader.email} --record ${RECORDS.acme} --record ${RECORDS.birch}`);
    expect(await open()).toEqual([downloader.sfid]);
  });

  it('a permission includes read, and entries of other modules remain', async () => {
    const foreign = {
      moduleName: 'Invoices',
      pageName: 'List',
      readable: true,
      creatable: false,
      editable: false,
    };
    await sql`update account set permissions = ${JSON.stringify([foreign])}::jsonb where id = ${creator.sfid}`.execute(
      vault.database.kysely,
    );
    expect(await doIt(`grant ${creator.email} share`)).toMatch(/ read share /);
    expect(await doIt(`grant ${creator.email} all`)).toMatch(/ read create edit download share noExp /);
    await doIt(`revoke ${creator.email} all`);
    expect((await (await vault.as('creator')).data(me)).permissions).toEqual([foreign]);
  });

  it('DESK-01 AUDIT-05 admin and audit are granted by name, without read and not by all', async () => {
    const { email } = USERS.outsider;
    await doIt(`revoke ${email} all`);
    expect(await doIt(`grant ${email} admin audit`)).toMatch(/password +admin audit /);
    expect(await doIt(`revoke ${email} admin`)).toMatch(/password +audit /);
    expect(await doIt(`grant ${email} all`)).toMatch(/ read create edit download share noExp audit /);
    await doIt(`revoke ${email} audit`);
  });

  it('the command password makes the old password and all sessions invalid', async () => {
    const { email } = USERS.sharer;
    const client = await vault.as('sharer');
    expect(await doIt(`password ${email}`)).toContain('sessions');
    expect(await client.call(me)).toEqual(P1);
    expect(await signInAs(email, PASSWORD)).toMatchObject({ code: 401 });
    expect(await signInAs(email, NEW_PASSWORD)).toMatchObject({ code: 200 });
  });

  it('several people of an issuer with one address are distinguished by id', async () => {
    for (const n of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- two rows
      await sql`insert into account (id, name, email, permissions) values (${`usrSame${n}`.padEnd(18, '0')}, 'Same', 'same@example.test', '[]')`.execute(
        vault.database.kysely,
      );
    }
    await expect(doIt('grant same@example.test read')).rejects.toThrow(
      'Several accounts have the address same@example.test; name one by its id: usrSame10000000000, usrSame20000000000.',
    );
    expect(await doIt('grant usrSame10000000000 read')).toMatch(/ read /);
  });

  it('a command reports when the accounts file overrides a change', async () => {
    expect(await doIt(`grant ${reader.email} read`)).toContain('comes from the accounts file');
    expect(await doIt('grant new@example.test read')).not.toContain('Note');
  });

  it('names cannot move the cursor of a terminal', async () => {
    await sql`update account set name = ${'\u001B[2J\u202Eevil'} where id = ${creator.sfid}`.execute(
      vault.database.kysely,
    );
    const list = await doIt('list');
    expect(list).toContain('?[2J?evil');
    expect(list).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}/u);
  });
});

describe('a command line', () => {
  it.each<[string, Command]>([
    ['list', { verb: 'list' }],
    ['-h', { verb: 'help' }],
    [
      'add a@b.test --name A',
      { verb: 'add', email: 'a@b.test', name: 'A', rights: { words: [], records: [], newRecords: [] } },
    ],
    [
      'revoke a@b.test NOEXP',
      { verb: 'revoke', who: 'a@b.test', rights: { words: ['noExp'], records: [], newRecords: [] } },
    ],
  ])('%s', (line, command) => expect(readCommand(line.split(' '))).toEqual(command));

  it.each([
    'add a --name A',
    'add a@b.test',
    'add a@b.test --name',
    'grant a@b.test',
    'grant a@b.test fly',
    'grant a@b.test --record x',
    'revoke a@b.test --new-record X',
    'password',
    'list a@b.test',
    'toString a',
  ])('%s is invalid', (line) => expect(() => readCommand(line.split(' '))).toThrow(UsageError));
});
