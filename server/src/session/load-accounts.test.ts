import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { ACCOUNTS, RECORDS, USERS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { FIRM } from '../testing/load-test-accounts.ts';
import { AccountsError, type AccountsInput, checkAccounts, loadAccounts, parseAccounts } from './index.ts';
import { hashPassword, verifyNothing, verifyPassword } from './passwords.ts';

const FILE = '/etc/vault/accounts.json';

describe('an invalid accounts file is reported with location and reason', () => {
  const user = { ...USERS.reader };
  it.each([
    ['not JSON', '{"users": [}', /the file is not JSON \(.*\)\.$/],
    ['an empty file', '', /the file is not JSON/],
    ['a list', '[]', /: the file is wrong \(.*expected object.*\)\.$/],
    [
      'an invalid address',
      { users: [{ ...user, email: 'ada' }] },
      /: users\[0\]\.email must be an e-mail address\.$/,
    ],
    [
      'an invalid id',
      { records: [{ sfid: 'acme', name: 'A' }] },
      /: records\[0\]\.sfid must be 18 letters or digits\.$/,
    ],
    [
      'no password',
      { users: [{ ...user, password: undefined }] },
      /: users\[0\]\.password must be a text\.$/,
    ],
    ['an empty name', { users: [{ ...user, name: ' ' }] }, /: users\[0\]\.name must not be empty\.$/],
    [
      'an unknown flag',
      { users: [{ ...user, permissions: [{ moduleName: 'M', pageName: 'P', readable: 'yes' }] }] },
      /: users\[0\]\.permissions\[0\]\.readable is wrong \(.*expected boolean.*\)\.$/,
    ],
    [
      'one address twice',
      { users: [user, { ...USERS.editor, email: user.email.toUpperCase() }] },
      /: users\[1\]\.email is used twice/,
    ],
    [
      'one id twice',
      { records: [{ sfid: user.sfid, name: 'R' }], users: [user] },
      /: users\[0\]\.sfid is used twice/,
    ],
  ])('%s', (_, content, sentence) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const read = () => parseAccounts(text, FILE);
    expect(read).toThrow(AccountsError);
    expect(read).toThrow(`The accounts in ${FILE} cannot be used: `);
    expect(read).toThrow(sentence);
  });

  it('all problems are reported together', () => {
    const users = [
      { ...user, email: 'x' },
      { ...USERS.editor, name: '' },
    ];
    expect(() => checkAccounts({ users }, FILE)).toThrow(/users\[0\]\.email.*\n.*users\[1\]\.name/);
  });

  it('optional fields get their defaults', () => {
    const permissions = [{ moduleName: 'Document_Vault', pageName: 'File_and_Folder', readable: true }];
    const { sfid, name, email, password } = user;
    const text = `\uFEFF${JSON.stringify({ users: [{ sfid, name, email, password, permissions }] })}`;
    expect(parseAccounts(text, FILE)).toEqual({
      settings: {},
      records: [],
      users: [
        {
          sfid,
          name,
          email,
          password,
          records: [],
          permissions: [{ ...permissions[0], creatable: false, editable: false }],
        },
      ],
    });
  });
});

describe('loading accounts', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const load = (accounts: AccountsInput) =>
    loadAccounts({
      firm: FIRM,
      database,
      clock: systemClock,
      accounts: checkAccounts(accounts),
      location: FILE,
      passwords: 'any',
      passwordCost: { memoryKib: 8, passes: 1 },
    });
  const loadChecked = (...passwords: string[]) => {
    const users = [USERS.reader, USERS.noVault].map((one, n) => ({
      ...one,
      records: [],
      password: passwords[n] ?? '',
    }));
    const accounts = checkAccounts({ users: users.slice(0, passwords.length) });
    const passwordCost = { memoryKib: 8, passes: 1 };
    return loadAccounts({ firm: FIRM, database, clock: systemClock, accounts, location: FILE, passwordCost });
  };

  async function contents() {
    const { rows } = await sql<{ line: string }>`
      select 'account ' || id || ' ' || name || ' ' || email || ' ' || password_hash as line from account
      union all select 'record ' || id || ' ' || name || ' ' || root_id from record
      union all select 'member ' || account_id || ' ' || record_id from membership
      union all select 'item ' || record_id || ' ' || id || ' ' || kind || ' ' || coalesce(parent_id, '-') from item
      union all select 'setting ' || name || ' ' || value from setting
      order by line`.execute(database.kysely);
    return rows.map((row) => row.line);
  }

  it('records, root folders, a record for each user, memberships and settings are created', async () => {
    await load(ACCOUNTS);
    const lines = await contents();
    const records = lines.filter((line) => line.startsWith('record'));
    expect(records).toHaveLength(ACCOUNTS.users.length + ACCOUNTS.records.length);
    expect(records.some((line) => line.startsWith(`record ${USERS.reader.sfid} Chloe Diaz fld`))).toBe(true);
    expect(lines.filter((line) => line.startsWith('item'))).toHaveLength(records.length);
    expect(lines).toContain(`member ${USERS.reader.sfid} ${RECORDS.acme}`);
    expect(lines).toContain('setting fileSystem.fileSearch true');
  });

  it('GUARD-20 a new or changed password that is short or much used is refused with all reasons', async () => {
    await expect(loadChecked('elf letters', 'Password1234')).rejects.toThrow(
      [
        `The accounts in ${FILE} cannot be used: users[0].password is refused. The new password must have at least 12 characters.`,
        `The accounts in ${FILE} cannot be used: users[1].password is refused. This password is one of the most used ones. Please choose another one.`,
      ].join('\n'),
    );
    expect(await contents()).toEqual([]);
    expect(await loadChecked('seven green bottles')).toEqual([]);
    await expect(loadChecked('short')).rejects.toThrow('users[0].password is refused');
  });

  it('GUARD-20 a password of the person’s or the firm’s names is refused', async () => {
    for (const password of ['Chloe.Diaz.26', 'project heron 26', 'P0rtalV4ult!!']) {
      // oxlint-disable-next-line no-await-in-loop -- one database
      await expect(loadChecked(password)).rejects.toThrow('consists mainly of names that others know');
    }
    expect(await loadChecked('seven green herons')).toEqual([]);
  });

  it('GUARD-20 a weak password that was loaded before the rule still works, and is reported', async () => {
    await load({ users: [{ ...USERS.reader, records: [], password: 'short' }] });
    const before = await contents();
    expect(await loadChecked('short')).toEqual([
      { sfid: USERS.reader.sfid, index: 0, problem: 'The new password must have at least 12 characters.' },
    ]);
    expect(await contents()).toEqual(before);
  });

  it('AUTH-04 slow hashes are stored unless a test lowers their cost', async () => {
    const accounts = checkAccounts({
      users: [
        { ...USERS.noVault, records: [] },
        { ...USERS.reader, records: [] },
      ],
    });
    await loadAccounts({ firm: FIRM, database, clock: systemClock, accounts, location: FILE });
    const stored = (await contents()).filter((line) => line.startsWith('account'));
    expect(stored).toHaveLength(2);
    for (const line of stored) expect(line).toContain(' $argon2id$v=19$m=19456,t=2,p=1$');
  });

  it('a second load changes nothing', async () => {
    await load(ACCOUNTS);
    const before = await contents();
    await load(ACCOUNTS);
    expect(await contents()).toEqual(before);
  });

  it('several processes can load concurrently', async () => {
    await Promise.all([load(ACCOUNTS), load(ACCOUNTS), load(ACCOUNTS)]);
    const before = await contents();
    await load(ACCOUNTS);
    expect(await contents()).toEqual(before);
  });

  it('accounts in the file are updated, and other accounts stay unchanged', async () => {
    await load(ACCOUNTS);
    const before = await contents();
    await load({
      settings: { fileSearch: false },
      records: [{ sfid: RECORDS.acme, name: 'Acme plc' }],
      users: [{ ...USERS.reader, name: 'Chloe Duval', records: [RECORDS.birch, RECORDS.birch] }],
    });
    const after = await contents();
    const gone = before.filter((line) => !after.includes(line));
    const come = after.filter((line) => !before.includes(line));
    const { sfid } = USERS.reader;
    expect(gone.map((line) => line.replace(/ (\$|fld).*/, ''))).toEqual([
      `account ${sfid} Chloe Diaz chloe@example.test`,
      `member ${sfid} ${RECORDS.acme}`,
      `record ${RECORDS.acme} Acme Ltd`,
      `record ${sfid} Chloe Diaz`,
      'setting fileSystem.fileSearch true',
    ]);
    expect(come.map((line) => line.replace(/ (\$|fld).*/, ''))).toEqual([
      `account ${sfid} Chloe Duval chloe@example.test`,
      `member ${sfid} ${RECORDS.birch}`,
      `record ${RECORDS.acme} Acme plc`,
      `record ${sfid} Chloe Duval`,
      'setting fileSystem.fileSearch false',
    ]);
  });

  it('two users can exchange their addresses', async () => {
    await load(ACCOUNTS);
    const { reader, editor } = USERS;
    await load({
      ...ACCOUNTS,
      users: [
        { ...reader, email: editor.email },
        { ...editor, email: reader.email },
      ],
    });
    expect((await contents()).filter((line) => line.startsWith('account'))).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${reader.sfid} Chloe Diaz ${editor.email}`),
        expect.stringContaining(`${editor.sfid} Eve Foster ${reader.email}`),
      ]),
    );
  });

  it('the address of another user is refused, and nothing changes', async () => {
    await load(ACCOUNTS);
    const before = await contents();
    const taken = { ...USERS.reader, name: 'New', email: USERS.editor.email.toUpperCase() };
    await expect(load({ records: ACCOUNTS.records, users: [taken] })).rejects.toThrow(
      `The accounts in ${FILE} cannot be used: an e-mail address belongs to another account already.`,
    );
    expect(await contents()).toEqual(before);
  });

  it('a user of an unknown record is refused, and nothing changes', async () => {
    const before = await contents();
    const lost = { ...USERS.reader, records: ['recNowhere00000001'] };
    await expect(load({ users: [lost] })).rejects.toThrow(
      `The accounts in ${FILE} cannot be used: users[0].records[0] names no record (recNowhere00000001).`,
    );
    expect(await contents()).toEqual(before);
  });

  it("D-04 a user can be a member of another user's record", async () => {
    await load({
      users: [
        { ...USERS.reader, records: [USERS.editor.sfid] },
        { ...USERS.editor, records: [] },
      ],
    });
    expect(await contents()).toContain(`member ${USERS.reader.sfid} ${USERS.editor.sfid}`);
  });
});

describe('AUTH-04 passwords are stored as slow hashes', () => {
  it('a hash matches its password only; equal passwords have different hashes', async () => {
    const [one, other] = [await hashPassword('pässword'), await hashPassword('pässword')];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verifyPassword('pässword', one)).toBe(true);
    expect(await verifyPassword('passwörd', one)).toBe(false);
    expect(await verifyPassword('', one)).toBe(false);
  });

  it('a hash of an unknown form matches no password', async () => {
    expect(await verifyPassword('x', 'x')).toBe(false);
    expect(await verifyPassword('', '')).toBe(false);
    expect(await verifyNothing('x')).toBe(false);
  });
});
