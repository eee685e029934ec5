import { contract, type Person } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findOneTimeAddress } from '../one-time-address/index.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { createClient } from '../testing/client.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { waitingMails } from '../testing/waiting-mails.ts';

const { people, session } = contract;
const READ = ['read'] as const;
const NEW = { name: 'Zoe Young', email: 'zoe@example.test', permissions: [...READ], records: [RECORDS.acme] };

let vault: TestApp;
/** a node of the same vault with a mail server */
let mailing: TestApp;
let administrator: Client;
beforeAll(async () => {
  vault = await createTestApp();
  mailing = await createTestApp({
    database: vault.database,
    settings: { ...SETTINGS, smtpUrl: 'smtp://127.0.0.1:9', publicUrl: 'https://vault.example.test' },
  });
  administrator = await vault.as('administrator');
});
afterAll(async () => {
  await mailing.close();
  await vault.close();
});
beforeEach(async () => {
  await sql`delete from account where not id = any(${Object.values(USERS).map(({ sfid }) => sfid)}::text[])`.execute(
    vault.database.kysely,
  );
  await sql`delete from mail`.execute(vault.database.kysely);
  await loadTestAccounts(vault.deps);
});

const add = (change: object = {}) => administrator.call(people.add, { body: { ...NEW, ...change } });
const added = async (change: object = {}): Promise<Person> => (await add(change)).data.person;
const update = (person: Person, change: object = {}) =>
  administrator.call(people.update, {
    params: { personId: person.sfid },
    body: { ...person, records: person.records.map(({ sfid }) => sfid), ...change },
  });

describe('DESK-02 C82 adding a person', () => {
  it('a person is added with rights and records, and cannot sign in before a password is set', async () => {
    const person = await added({ permissions: ['create', 'download'] });
    expect(person).toMatchObject({
      name: 'Zoe Young',
      email: 'zoe@example.test',
      state: 'Invited',
      role: 'Client contributor',
      permissions: ['read', 'create', 'download'],
      records: [{ sfid: RECORDS.acme, name: 'Acme Ltd' }],
      issuer: null,
    });
    const body = { email: NEW.email, password: '' };
    expect(await vault.anonymous.call(session.signIn, { body })).toMatchObject({ code: 401 });
  });

  it('without a mail server the reply has the one-time address, which is stored only as a hash', async () => {
    const { invitation, person } = (await add()).data;
    expect(invitation).toEqual({
      sentTo: null,
      address: expect.stringMatching(`^${vault.origin}/set-password#[\\w-]{43}$`),
    });
    const token = new URL(invitation.address ?? '').hash.slice(1);
    expect(await findOneTimeAddress(vault.deps, token)).toEqual({
      purpose: 'invitation',
      accountId: person.sfid,
    });
  });

  it('GUARD-04 with a mail server the address is mailed, begins with PUBLIC_URL and is not in the reply', async () => {
    const client = createClient(mailing.origin, administrator.token);
    const { invitation } = await client.data(people.add, { body: NEW });
    expect(invitation).toEqual({ sentTo: NEW.email, address: null });
    expect(await waitingMails(mailing)).toMatchObject([
      {
        recipients: [NEW.email],
        subject: 'Jan Kelly invites you to Portal Vault - Portal Vault',
        text: expect.stringContaining('https://vault.example.test/set-password#'),
      },
    ]);
  });

  it('C88 a new invitation ends the former one; a person with a password is not invited', async () => {
    const { invitation, person } = (await add()).data;
    const params = { personId: person.sfid };
    const second = await administrator.data(people.invite, { params });
    const find = (address: string | null) =>
      findOneTimeAddress(vault.deps, new URL(address ?? '').hash.slice(1));
    expect([await find(invitation.address), await find(second.address)]).toEqual([
      null,
      { purpose: 'invitation', accountId: person.sfid },
    ]);
    expect(
      await administrator.call(people.invite, { params: { personId: USERS.reader.sfid } }),
    ).toMatchObject({ code: 409, errorCode: 'PERSON_HAS_PASSWORD' });
  });

  it.each([
    ['a malformed address', { email: 'zoe' }, 400, 'EMAIL_INVALID'],
    ['a name of two lines', { name: 'Zoe\nYoung' }, 400, 'VALIDATION_FAILED'],
    ['a name of blanks', { name: '  ' }, 400, 'VALIDATION_FAILED'],
    ['an address in use, in other case', { email: 'ADA@example.test' }, 409, 'PERSON_EXISTS'],
    ['an unknown record', { records: ['recNowhere00000000'] }, 404, 'RECORD_NOT_FOUND'],
  ])('%s is refused, and no person is added', async (_, change, code, errorCode) => {
    const before = await administrator.data(people.list, {});
    expect(await add(change)).toMatchObject({ code, errorCode });
    expect(await administrator.data(people.list, {})).toEqual(before);
  });

  it('two administrators who add the same address at once add one person', async () => {
    const replies = await Promise.all([add(), add()]);
    expect(replies.map(({ code }) => String(code)).toSorted()).toEqual(['200', '409']);
  });
});

describe('DESK-02 C83 changing a person', () => {
  it('name, address, rights and records are replaced, and entries of other modules stay', async () => {
    const person = await added();
    const foreign = {
      moduleName: 'Invoices',
      pageName: 'List',
      readable: true,
      creatable: false,
      editable: false,
    };
    await sql`update account set permissions = permissions || ${JSON.stringify([foreign])}::jsonb
      where id = ${person.sfid}`.execute(vault.database.kysely);
    const change = {
      name: 'Zoe Zhang',
      email: 'zhang@example.test',
      permissions: ['share', 'admin'],
      records: [RECORDS.birch],
    };
    const { data } = await update(person, change);
    expect(data).toMatchObject({
      ...change,
      permissions: ['read', 'share', 'admin'],
      role: 'Own',
      records: [{ name: 'Birch and Sons' }],
    });
    const { rows } = await sql<{ permissions: unknown[] }>`
      select permissions from account where id = ${person.sfid}`.execute(vault.database.kysely);
    expect(rows[0]?.permissions).toContainEqual(foreign);
  });

  it('a change that was made after the form was opened is not overwritten', async () => {
    const person = await added();
    expect(await update(person, { name: 'First' })).toMatchObject({ code: 200 });
    expect(await update(person, { name: 'Second' })).toMatchObject({
      code: 409,
      errorCode: 'PERSON_CHANGED',
    });
  });

  it('a new address ends the addresses that were mailed to the former one', async () => {
    const { invitation, person } = (await add()).data;
    await update(person, { email: 'other@example.test' });
    const token = new URL(invitation.address ?? '').hash.slice(1);
    expect(await findOneTimeAddress(vault.deps, token)).toBeNull();
  });

  it('an address in use is refused', async () => {
    const person = await added();
    expect(await update(person, { email: USERS.reader.email })).toMatchObject({ errorCode: 'PERSON_EXISTS' });
  });
});

describe('DESK-02 C80 the list of people', () => {
  const list = async (query: object) => {
    const { content, totalElements } = await administrator.data(people.list, { query });
    return { names: content.map(({ name }) => name), total: totalElements };
  };

  it('people are found by part of name or address, by role, state and record', async () => {
    await added();
    expect(await list({ search: 'DIAZ' })).toEqual({ names: ['Chloe Diaz'], total: 1 });
    expect(await list({ search: 'zoe@' })).toEqual({ names: ['Zoe Young'], total: 1 });
    expect(await list({ search: '%' })).toEqual({ names: [], total: 0 });
    expect(await list({ state: 'Invited' })).toEqual({ names: ['Zoe Young'], total: 1 });
    expect(await list({ role: 'Partner' })).toEqual({
      names: ['Ada Byron', 'Ben Carter', 'Hal Irwin'],
      total: 3,
    });
    expect(await list({ role: 'Client reader' })).toEqual({ names: ['Fay Grant'], total: 1 });
    expect(await list({ role: 'Administrator' })).toEqual({ names: ['Jan Kelly'], total: 1 });
    expect((await list({ role: 'Own' })).names).toContain('Gus Hall');
    expect(await list({ record: RECORDS.birch })).toEqual({ names: ['Hal Irwin'], total: 1 });
  });

  it('pages and orders are stable', async () => {
    const { total } = await list({});
    const pages = await Promise.all([0, 1, 2].map((page) => list({ page, size: 4, sort: 'email,desc' })));
    const names = pages.flatMap((page) => page.names);
    expect(new Set(names).size).toBe(Math.min(12, total));
    expect(names[0]).toBe('Kim Lopez');
  });

  it('a person of the issuer is shown with the permissions and records of the newest token', async () => {
    const person = await added();
    const claimed = JSON.stringify([
      {
        moduleName: 'Document_Vault',
        pageName: 'Download_File_and_Folder',
        readable: true,
        creatable: false,
        editable: false,
      },
    ]);
    await sql`
      insert into external_identity
        (issuer, subject, account_id, claims_hash, claims_issued_at, permissions, records)
      values ('https://id.test', 'zoe', ${person.sfid}, '\\x00', now(), ${claimed}::jsonb,
        ${[RECORDS.birch]}::text[])`.execute(vault.database.kysely);
    expect(await administrator.data(people.get, { params: { personId: person.sfid } })).toMatchObject({
      state: 'Active',
      permissions: ['download'],
      records: [{ name: 'Birch and Sons' }],
      issuer: 'https://id.test',
      permissionsFromIssuer: true,
      recordsFromIssuer: true,
    });
  });

  it('C89 the records to choose from are found by name; personal vaults are not among them', async () => {
    const person = await added();
    const { content } = await administrator.data(people.records, { query: { size: 100 } });
    expect(content.slice(0, 2).map(({ name }) => name)).toEqual(['Acme Ltd', 'Birch and Sons']);
    const vaults = [person, ...Object.values(USERS)].map(({ sfid }) => sfid);
    expect(content.filter(({ sfid }) => vaults.includes(sfid))).toEqual([]);
    expect((await administrator.data(people.records, { query: { search: 'BIRCH' } })).totalElements).toBe(1);
  });

  it('a list has the first three records of each person, C81 all of them', async () => {
    const records = ['North', 'East', 'South', 'West'].map((name, n) => ({
      sfid: `recPoint${n}`.padEnd(18, '0'),
      name,
    }));
    await loadTestAccounts(vault.deps, { records, users: [] });
    const { sfid } = await added({ records: records.map((record) => record.sfid) });
    const { content } = await administrator.data(people.list, { query: { search: NEW.email } });
    expect(content[0]).toMatchObject({ recordCount: 4, records: [{ name: 'East' }, {}, {}] });
    const person = await administrator.data(people.get, { params: { personId: sfid } });
    expect(person.records.map(({ name }) => name)).toEqual(['East', 'North', 'South', 'West']);
    await sql`delete from membership where record_id like 'recPoint%'`.execute(vault.database.kysely);
    await sql`delete from item where record_id like 'recPoint%'`.execute(vault.database.kysely);
    await sql`delete from record where id like 'recPoint%'`.execute(vault.database.kysely);
  });
});
