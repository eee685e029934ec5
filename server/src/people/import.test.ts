import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';

const { people } = contract;
const { everything, reader } = USERS;

let vault: TestApp;
let administrator: Client;
beforeAll(async () => {
  vault = await createTestApp();
  administrator = await vault.as('administrator');
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`delete from account where not id = any(${Object.values(USERS).map(({ sfid }) => sfid)}::text[])`.execute(
    vault.database.kysely,
  );
  await loadTestAccounts(vault.deps);
});

const plan = (csv: string) => administrator.data(people.planImport, { body: { csv } });
const carryOut = (csv: string, id: string, invite = false) =>
  administrator.call(people.import, { body: { csv, plan: id, invite } });
const exported = async () => (await administrator.data(people.export, {})).csv;
const inShort = async (csv: string) =>
  (await plan(csv)).lines.map(({ line, action, changes, problem }) => [
    line,
    action,
    problem ?? changes.join(' | '),
  ]);

describe('DESK-02 C90 the plan of an import', () => {
  it('says what each line does, names the broken ones, and changes nothing', async () => {
    const before = await exported();
    const csv = [
      'name,email,rights,records',
      'New Person,new@example.test,Client reader,Acme Ltd; Birch and Sons',
      `Chloe Dias,CHLOE@example.test,"read, admin",${RECORDS.birch}`,
      `${everything.name},${everything.email},Partner,Acme Ltd`,
      'No Address,,Staff,',
      'Twice,new@example.test,,',
      ',nameless@example.test,,',
      'Wrong,wrong@example.test,Boss,',
      'Lost,lost@example.test,,Nowhere Ltd',
      'Long,long@example.test,,,,more',
    ].join('\r\n');
    expect(await inShort(csv)).toEqual([
      [2, 'add', 'rights: Client reader | opens Acme Ltd, Birch and Sons'],
      [
        3,
        'change',
        'name: Chloe Diaz → Chloe Dias | rights: read → read, admin | opens Birch and Sons | no longer opens Acme Ltd',
      ],
      [4, 'none', ''],
      [5, 'broken', 'The e-mail address is missing or not complete.'],
      [6, 'broken', 'Line 2 has the same e-mail address.'],
      [7, 'broken', 'The name is missing, too long or has more than one line.'],
      [
        8,
        'broken',
        expect.stringMatching(/^"Boss" is neither a role \(Partner, .+\) nor a right \(read, .+\)\.$/),
      ],
      [9, 'broken', 'There is no record "Nowhere Ltd".'],
      [10, 'broken', 'The line has more cells than the first line has columns.'],
    ]);
    expect(await exported()).toBe(before);
  });

  it('columns that are missing leave what people have; their order and case do not matter', async () => {
    expect(await inShort(`EMAIL;Name\n${reader.email};Chloe Dias\n`)).toEqual([
      [2, 'change', 'name: Chloe Diaz → Chloe Dias'],
    ]);
    expect(await inShort(`email\trights\n${reader.email}\tClient reader\n`)).toEqual([
      [2, 'change', 'rights: read → Client reader'],
    ]);
  });

  it.each([
    ['', /^The file is empty/],
    ['name,rights\nA,Staff', /no column "email"/],
    ['email,nickname\na@example.test,A', /a column "nickname"/],
    ['email,email\na@example.test,b@example.test', /"email" twice/],
    ['email,name\na@example.test,"A\nb@example.test,B', /^Line \d+ cannot be read as CSV/],
    [`email\n${'a@example.test\n'.repeat(5_001)}`, /more than 5000 lines/],
  ])('a file that cannot be read gets one sentence: %#', async (csv, problem) => {
    expect(await plan(csv)).toEqual({ plan: '', lines: [], problem: expect.stringMatching(problem) });
  });

  it('a person of an issuer can only keep what the issuer controls', async () => {
    await sql`
      insert into external_identity (issuer, subject, account_id, claims_hash, claims_issued_at)
      values ('https://id.test', 'chloe', ${reader.sfid}, '\\x00', now())`.execute(vault.database.kysely);
    expect(await inShort(`email,name\n${reader.email},Other`)).toEqual([
      [2, 'broken', 'The sign-in service of the portal controls this person. Change them there.'],
    ]);
    expect(await inShort(`email,name\n${reader.email},${reader.name}`)).toEqual([[2, 'none', '']]);
    await sql`delete from external_identity`.execute(vault.database.kysely);
  });

  it('a name of several records is refused; the id of one of them works', async () => {
    const sameNamed = ['1', '2'].map((n) => ({ sfid: `recTwin${n}`.padEnd(18, '0'), name: 'Twin' }));
    await loadTestAccounts(vault.deps, { records: sameNamed, users: [] });
    const lines = (record: string) => inShort(`email,records\n${reader.email},${record}`);
    expect(await lines('twin')).toMatchObject([[2, 'broken', expect.stringContaining('Several records')]]);
    expect(await lines(sameNamed[0]?.sfid ?? '')).toMatchObject([
      [2, 'change', expect.stringContaining('opens Twin')],
    ]);
    await sql`delete from item where record_id like 'recTwin%'`.execute(vault.database.kysely);
    await sql`delete from record where id like 'recTwin%'`.execute(vault.database.kysely);
  });
});

describe('DESK-02 C91 carrying out an import', () => {
  const csv = `name,email,rights,records
New Person,new@example.test,Client reader,Acme Ltd
Chloe Diaz,${reader.email},Staff,
Broken,none,,
`;

  it('the confirmed plan is carried out; broken lines are left out', async () => {
    const reply = await carryOut(csv, (await plan(csv)).plan, true);
    expect(reply).toMatchObject({
      code: 200,
      data: {
        added: 1,
        changed: 1,
        invitations: [{ email: 'new@example.test', address: expect.stringContaining('/set-password#') }],
      },
    });
    const { content } = await administrator.data(people.list, {
      query: { search: '@example.test', size: 100 },
    });
    expect(content.find(({ email }) => email === 'new@example.test')).toMatchObject({
      state: 'Invited',
      role: 'Client reader',
      records: [{ name: 'Acme Ltd' }],
    });
    expect(content.find(({ email }) => email === reader.email)).toMatchObject({
      role: 'Staff',
      recordCount: 0,
    });
    expect(content).toHaveLength(Object.keys(USERS).length + 1);
  });

  it('a plan that is out of date or of another file is refused, and nothing is changed', async () => {
    const { plan: id } = await plan(csv);
    expect(await carryOut(`${csv}More,more@example.test,,\n`, id)).toMatchObject({
      code: 409,
      errorCode: 'IMPORT_CHANGED',
    });
    await sql`update account set name = 'Chloe', updated_at = now() where id = ${reader.sfid}`.execute(
      vault.database.kysely,
    );
    const before = await exported();
    expect(await carryOut(csv, id)).toMatchObject({ code: 409, errorCode: 'IMPORT_CHANGED' });
    expect(await exported()).toBe(before);
  });

  it('GUARD-31 an import that takes the right of the last administrator changes nothing', async () => {
    const takes = `email,rights\n${USERS.administrator.email},Staff\n${reader.email},Staff\n`;
    const before = await exported();
    expect(await carryOut(takes, (await plan(takes)).plan)).toMatchObject({
      code: 409,
      errorCode: 'LAST_ADMINISTRATOR',
    });
    expect(await exported()).toBe(before);
  });
});

describe('DESK-02 C92 the export', () => {
  it('has a line for each person, which the import reads without a change', async () => {
    const csv = await exported();
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFname,email,rights,records,state',
      'Ada Byron,ada@example.test,Partner,Acme Ltd,Active',
    ]);
    const { lines } = await plan(csv);
    expect(lines).toHaveLength(Object.keys(USERS).length);
    expect(lines.filter(({ action }) => action !== 'none')).toEqual([]);
  });

  it('a name that a spreadsheet would run as a formula is text, and the import restores it', async () => {
    await sql`update account set name = '=1+2', updated_at = now() where id = ${reader.sfid}`.execute(
      vault.database.kysely,
    );
    const csv = await exported();
    expect(csv).toContain(`\r\n'=1+2,${reader.email},`);
    expect((await plan(csv)).lines.filter(({ action }) => action !== 'none')).toEqual([]);
  });
});
