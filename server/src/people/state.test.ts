import { contract, requestOf } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grant, revoke } from '../session/index.ts';
import { PASSWORD, RECORDS, type TestUser, USERS } from '../testing/accounts.ts';
import { P1 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { type Client, signIn } from '../testing/client.ts';
import { clearLinks, linkRows, makeLink } from '../testing/links.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { ACME, setUpItems } from '../testing/seeded-items.ts';

const { people, links, recipient, session } = contract;
const MAKER = USERS.colleague;
const HEIR = USERS.everything;
const admin = { words: ['admin'] as const, records: [], newRecords: [] };
const END = { action: 'end' } as const;
const KEEP = { action: 'keep' } as const;

let vault: TestApp;
let administrator: Client;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await clearLinks(vault);
  await sql`delete from account where id <> ${USERS.administrator.sfid}`.execute(vault.database.kysely);
  await sql`update account set disabled_at = null`.execute(vault.database.kysely);
  await loadTestAccounts(vault.deps);
  await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }]);
  administrator = await vault.as('administrator');
});

const params = { personId: MAKER.sfid };
const disable = (choice: typeof END | { action: 'give'; to: string } = END) =>
  administrator.call(people.disable, { params, body: { links: choice } });
const remove = (body: object = {}) =>
  administrator.call(people.remove, { params, body: { links: END, vault: KEEP, ...body } });
const landing = async ({ token }: { token: string }) =>
  (await vault.anonymous.call(recipient.landing, { params: { token } })).code;
const signInAs = (user: TestUser) =>
  vault.anonymous.call(session.signIn, { body: { email: USERS[user].email, password: PASSWORD } });
/** The links of Acme, as a person with all rights sees them. */
const list = async () =>
  (await (await signIn(vault.origin, 'everything')).data(links.list, { params: { recordId: ACME } })).content;

/** Signs a user in again, also for `vault.as`: the accounts of each test are new, which ends earlier sessions. */
const signInAgain = async (user: TestUser) =>
  Object.assign(await vault.as(user), await signIn(vault.origin, user));
const asMaker = () => signIn(vault.origin, 'colleague');

async function makeLinkOfMaker() {
  await signInAgain('colleague');
  return makeLink(vault, { paths: ['A'], allowDownload: true, edit: true }, { user: 'colleague' });
}

describe('GUARD-31 C84 C85 a disabled person', () => {
  it('sessions and open streams end, sign-in gets P2, and both work again after C85', async () => {
    const client = await asMaker();
    const { path } = requestOf(contract.events.stream, { params: { recordId: ACME } });
    const stream = await client.fetch(path);
    expect(await disable()).toMatchObject({ code: 200 });
    expect(await client.call(session.me)).toEqual(P1);
    expect(await signInAs('colleague')).toMatchObject({ code: 401, errorCode: 'WRONG_CREDENTIALS' });
    // The text of a stream is complete when the server has ended it.
    expect(await stream.text()).toContain('retry:');

    expect(await administrator.call(people.enable, { params })).toMatchObject({ code: 200 });
    expect(await signInAs('colleague')).toMatchObject({ code: 200 });
    // The former session stays ended.
    expect(await client.call(session.me)).toEqual(P1);
  });

  it('the links end until the person is enabled, and the list says whose they are', async () => {
    const link = await makeLinkOfMaker();
    expect(await landing(link)).toBe(200);
    await disable();
    expect(await landing(link)).toBe(410);
    expect(await list()).toMatchObject([{ status: 'Active', makerState: 'NoAccess', createBy: MAKER.name }]);
    await administrator.call(people.enable, { params });
    expect(await landing(link)).toBe(200);
  });

  it('links that are given to a colleague go on, and are the colleague’s', async () => {
    const link = await makeLinkOfMaker();
    await disable({ action: 'give', to: HEIR.sfid });
    expect(await landing(link)).toBe(200);
    expect(await list()).toMatchObject([
      { status: 'Active', createBy: HEIR.name, download: true, edit: true },
    ]);
  });

  it('GUARD-11 C87 a link gives only what the colleague may pass on, and the form says how many', async () => {
    await makeLinkOfMaker();
    const ask = (to: string) =>
      administrator.data(people.belongings, { params, query: { to } }).then(({ stopping }) => stopping);
    expect(await administrator.data(people.belongings, { params })).toMatchObject({ links: 1, stopping: 0 });
    expect([await ask(HEIR.sfid), await ask(USERS.sharer.sfid), await ask(USERS.outsider.sfid)]).toEqual([
      0, 1, 1,
    ]);
    await disable({ action: 'give', to: USERS.sharer.sfid });
    expect(await list()).toMatchObject([{ createBy: USERS.sharer.name, download: false, edit: false }]);
  });

  it.each([
    ['the person', MAKER.sfid],
    ['an unknown person', 'usrNobody000000000'],
    ['a disabled colleague', USERS.reader.sfid],
  ])('links cannot be given to %s, and nothing is changed', async (_, to) => {
    await sql`update account set disabled_at = now() where id = ${USERS.reader.sfid}`.execute(
      vault.database.kysely,
    );
    expect(await disable({ action: 'give', to })).toMatchObject({
      code: 409,
      errorCode: 'COLLEAGUE_NOT_ACTIVE',
    });
    expect(await signInAs('colleague')).toMatchObject({ code: 200 });
  });
});

describe('GUARD-31 C86 a removed person', () => {
  it('the person is in no list, sign-in gets P2, and the address can be used again', async () => {
    const client = await asMaker();
    expect(await remove()).toMatchObject({ code: 200 });
    expect(await client.call(session.me)).toEqual(P1);
    expect(await signInAs('colleague')).toMatchObject({ code: 401, errorCode: 'WRONG_CREDENTIALS' });
    expect(await administrator.call(people.get, { params })).toMatchObject({
      code: 404,
      errorCode: 'PERSON_NOT_FOUND',
    });
    const body = { name: 'Next', email: MAKER.email, permissions: [], records: [] };
    expect(await administrator.call(people.add, { body })).toMatchObject({ code: 200 });
  });

  it('the name stays in history, and the links are deleted by the administrator', async () => {
    const link = await makeLinkOfMaker();
    const client = await asMaker();
    await client.data(contract.organise.createFolder, {
      params: { recordId: ACME },
      query: { name: 'By the maker', path: '' },
    });
    await remove();
    expect(await landing(link)).toBe(404);
    expect(await list()).toMatchObject([
      { status: 'Deleted', createBy: MAKER.name, updatedContact: { name: USERS.administrator.name } },
    ]);
    const reader = await signIn(vault.origin, 'reader');
    const { content } = await reader.data(contract.files.list, { params: { recordId: ACME } });
    expect(content).toContainEqual(expect.objectContaining({ name: 'By the maker', uploadedBy: MAKER.name }));
  });

  it('links are given to a colleague, and the personal vault becomes a record of the colleague', async () => {
    const link = await makeLinkOfMaker();
    const own = await asMaker();
    const query = { name: 'Private papers', path: '' };
    await own.data(contract.organise.createFolder, { params: { recordId: MAKER.sfid }, query });
    expect(await administrator.data(people.belongings, { params })).toMatchObject({ vaultIsEmpty: false });
    const given = { action: 'give' as const, to: HEIR.sfid };
    await remove({ links: given, vault: { ...given, name: 'Papers of Ben' } });

    expect(await landing(link)).toBe(200);
    const heir = await signIn(vault.origin, 'everything');
    expect(await heir.data(session.records)).toContainEqual({ sfid: MAKER.sfid, name: 'Papers of Ben' });
    const { content } = await heir.data(contract.files.list, { params: { recordId: MAKER.sfid } });
    expect(content.map(({ name }) => name)).toEqual(['Private papers']);
  });

  it('a personal vault that is kept is open to no one, and can be given to people later', async () => {
    await remove();
    const heir = await signIn(vault.origin, 'everything');
    expect((await heir.data(session.records)).map(({ sfid }) => sfid)).not.toContain(MAKER.sfid);
    const { content } = await administrator.data(people.records, { query: { search: MAKER.name } });
    expect(content).toEqual([{ sfid: MAKER.sfid, name: MAKER.name }]);
  });

  it('one-time addresses of the person stop working', async () => {
    await sql`
      insert into one_time_address (token_hash, purpose, account_id, made_at, expires_at)
      values ('\\x00', 'password-reset', ${MAKER.sfid}, now(), now() + interval '1 hour')`.execute(
      vault.database.kysely,
    );
    await remove();
    const { rows } = await sql`select from one_time_address where account_id = ${MAKER.sfid}`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([]);
  });
});

describe('GUARD-31 people of an issuer', () => {
  beforeEach(async () => {
    await sql`
      insert into external_identity (issuer, subject, account_id, claims_hash, claims_issued_at, permissions)
      values ('https://id.test', 'ben', ${MAKER.sfid}, '\\x00', now(), '[]')`.execute(vault.database.kysely);
  });

  it('they can be disabled, but not removed, because the issuer decides whom it has', async () => {
    expect(await remove()).toMatchObject({ code: 409, errorCode: 'PERSON_OF_ISSUER' });
    expect(await disable()).toMatchObject({ code: 200 });
  });

  it.each([
    ['the name', { name: 'Other' }, 409],
    ['the address', { email: 'other@example.test' }, 409],
    ['permissions of the token', { permissions: ['read' as const] }, 409],
    ['records, which this token does not set', { records: [RECORDS.birch] }, 200],
  ])('DESK-02 C83 a change of %s gets %3$s', async (_, change, code) => {
    const person = await administrator.data(people.get, { params });
    const records = person.records.map(({ sfid }) => sfid);
    const body = { ...person, records, ...change };
    const reply = await administrator.call(people.update, { params, body });
    expect(reply).toMatchObject(code === 200 ? { code } : { code, errorCode: 'PERSON_OF_ISSUER' });
  });
});

describe('GUARD-31 the last administrator', () => {
  const self = { personId: USERS.administrator.sfid };

  it('cannot be disabled, removed or lose the right', async () => {
    const person = await administrator.data(people.get, { params: self });
    const replies = [
      await administrator.call(people.disable, { params: self, body: { links: END } }),
      await administrator.call(people.remove, { params: self, body: { links: END, vault: KEEP } }),
      await administrator.call(people.update, {
        params: self,
        body: { ...person, records: [], permissions: ['read'] },
      }),
    ];
    for (const reply of replies) expect(reply).toMatchObject({ code: 409, errorCode: 'LAST_ADMINISTRATOR' });
    expect(await administrator.data(people.get, { params: self })).toEqual(person);
  });

  it.each([
    ['remove each other', (own: string, other: string) => ({ first: other, second: own })],
    ['disable themselves', (own: string, other: string) => ({ first: own, second: other })],
  ])('of two administrators who %s at the same moment one remains', async (how, targetsOf) => {
    await grant(vault.deps, MAKER.sfid, admin);
    const second = await asMaker();
    const targets = targetsOf(USERS.administrator.sfid, MAKER.sfid);
    const act = (client: Client, personId: string) =>
      how === 'disable themselves'
        ? client.call(people.disable, { params: { personId }, body: { links: END } })
        : client.call(people.remove, { params: { personId }, body: { links: END, vault: KEEP } });
    const replies = await vault.database
      .transaction(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext('portal vault: accounts'))`.execute(tx);
        const both = Promise.all([act(administrator, targets.first), act(second, targets.second)]);
        await expect.poll(waiting).toBe(2);
        return { both };
      })
      .then(({ both }) => both);
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    const { rows } = await sql`
      select from account where is_active and permissions @> '[{"pageName":"Administration"}]'`.execute(
      vault.database.kysely,
    );
    expect(rows).toHaveLength(1);
    await restoreAdministrator();
  });

  /** The number of transactions that wait for the lock of accounts. */
  async function waiting(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
      vault.database.kysely,
    );
    return rows[0]?.waiting ?? 0;
  }

  /** Makes the administrator of the tests one again, and the colleague none. */
  async function restoreAdministrator() {
    await sql`delete from account`.execute(vault.database.kysely);
    await loadTestAccounts(vault.deps);
    await signInAgain('administrator');
    await revoke(vault.deps, MAKER.sfid, admin);
  }
});

it('GUARD-31 the links of a removed person are deleted with their visits and codes', async () => {
  const { token } = await makeLinkOfMaker();
  await vault.anonymous.data(recipient.unlock, { params: { token }, body: {} });
  await remove();
  expect(await linkRows(vault)).toMatchObject([{ deletedBy: USERS.administrator.name }]);
  const { rows } = await sql`select from visit`.execute(vault.database.kysely);
  expect(rows).toEqual([]);
});

describe('AUDIT-01 the entries of people', () => {
  it('disabling and removing name the person, the links and the personal vault', async () => {
    const { id } = await makeLinkOfMaker();
    const given = { action: 'give' as const, to: HEIR.sfid };
    const entries = await recordedBy(vault.database, async () => {
      await disable(given);
      await administrator.call(people.enable, { params });
      await remove({ vault: { ...given, name: 'Papers' } });
    });
    const object = { personId: USERS.administrator.sfid, objectId: MAKER.sfid };
    expect(entries).toMatchObject([
      { action: 'link.transfer', recordId: ACME, linkId: id, details: { from: MAKER.sfid, to: HEIR.sfid } },
      { action: 'person.disable', ...object, personal: { personName: MAKER.name } },
      { action: 'person.enable', ...object },
      { action: 'record.transfer', ...object, recordId: MAKER.sfid, details: { to: HEIR.sfid } },
      { action: 'person.remove', ...object, personal: { personEmail: MAKER.email } },
    ]);
  });

  it('adding and changing a person name the rights before and after', async () => {
    const body = { name: 'Zoe', email: 'zoe@example.test', permissions: ['read' as const], records: [] };
    const entries = await recordedBy(vault.database, async () => {
      const { person } = await administrator.data(people.add, { body });
      const change = { ...body, name: 'Zoe Y', permissions: ['download' as const], records: [ACME] };
      await administrator.data(people.update, {
        params: { personId: person.sfid },
        body: { ...change, changedAt: person.changedAt },
      });
    });
    expect(entries).toMatchObject([
      { action: 'person.add', details: { permissions: ['read'] }, personal: { personName: 'Zoe' } },
      { action: 'person.invite' },
      { action: 'person.change', personal: { formerName: 'Zoe', personName: 'Zoe Y' } },
      {
        action: 'person.rights',
        details: {
          formerPermissions: ['read'],
          permissions: ['read', 'download'],
          addedRecords: [ACME],
          takenRecords: [],
        },
      },
    ]);
  });
});
