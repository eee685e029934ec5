import { contract } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createIssuer } from '../platform/oidc/index.ts';
import { setPassword } from '../session/index.ts';
import { PASSWORD, permissionsOf } from '../testing/accounts.ts';
import { SETTINGS } from '../testing/app.ts';
import { type Client, createClient, signedIn } from '../testing/client.ts';
import { withFullDisk } from '../testing/faults/full-disk.ts';
import { type Signer, startSigner } from '../testing/signer.ts';
import {
  ACME,
  createOfficeTestSetup,
  Opened,
  type OfficeTestSetup,
  putFile,
  siblingsOf,
} from '../testing/office-test-setup.ts';

// Uses real HTTP, PostgreSQL, signed calls and tokens of an issuer.

let signer: Signer;
let setup: OfficeTestSetup;
beforeAll(async () => {
  signer = await startSigner('urn:vault');
  const { issuer } = signer;
  const oidc = {
    issuer,
    clientId: 'vault',
    audience: 'urn:vault',
    scope: 'openid',
    name: 'Example ID',
    resource: null,
    parameters: {},
    permissionsClaim: 'vault_permissions',
    recordsClaim: 'vault_records',
    secondFactorAcr: [],
  };
  const log = pino({ level: 'silent' });
  setup = await createOfficeTestSetup({
    settings: { ...SETTINGS, oidc },
    issuer: createIssuer({ ...oidc, log }),
  });
});
afterAll(async () => {
  await setup.close();
  await signer.stop();
});

let tokens = 0;

/** A client of a person of the issuer, with a new token each time. */
async function come(subject: string): Promise<Client> {
  const rights = {
    email: `${subject}@issuer.test`,
    vault_permissions: ['read', 'create', 'edit'],
    vault_records: [ACME],
    jti: String((tokens += 1)),
  };
  return createClient(setup.vault.origin, await signer.sign(signer.claims(subject, rights)));
}

let folders = 0;

async function open(client: Client): Promise<Opened> {
  folders += 1;
  const fileId = await putFile(setup, 'long.docx', 'unchanged', { folder: `Issuer ${folders}` });
  const asked = { params: { sfid: fileId }, query: { action: 'edit' } } as const;
  const document = await setup.service.open(await client.data(contract.preview.officeOnline, asked));
  return new Opened(setup.service, fileId, document);
}

test('signing out with a newer issuer token ends windows of an older one, of this person only', async () => {
  const file = await open(await come('grace'));
  const other = await open(await come('ada'));
  const newer = await come('grace');
  expect((await file.get()).status).toBe(200);
  await newer.data(contract.session.signOut, {});
  expect((await file.get()).status).toBe(401);
  expect((await file.lock('a')).status).toBe(401);
  expect((await other.get()).status).toBe(200);
});

test('signing out ends the token only together with the windows, so that it can be repeated', async () => {
  const { pool } = setup.vault.database;
  const client = await come('grace');
  const file = await open(client);
  await withFullDisk(pool, { table: 'office_grant', event: 'update' }, async () => {
    expect(await client.call(contract.session.signOut, {})).toMatchObject({ code: 507 });
    expect(await client.call(contract.session.me, {})).toMatchObject({ code: 200 });
  });
  await client.data(contract.session.signOut, {});
  expect((await file.get()).status).toBe(401);
});

test('signing out also ends a copy in progress', async () => {
  const file = await open(await come('grace'));
  const newer = await come('grace');
  const { scanner } = setup.vault.deps;
  const scan = scanner.scan.bind(scanner);
  vi.spyOn(scanner, 'scan').mockImplementationOnce(async (source) => {
    await newer.data(contract.session.signOut, {});
    return scan(source);
  });
  const reply = await file.putRelative({ 'x-wopi-suggestedtarget': 'copy.docx' });
  expect([reply.status, await reply.text()]).toEqual([401, '']);
  expect(await siblingsOf(setup, file.fileId)).toEqual(['long.docx']);
});

const continueFrom = (client: Client, { token }: Client) =>
  client.data(contract.session.continueOfficeWindows, { body: { formerToken: token ?? '' } });

test('USE-03 C76 the next token of the same person continues the windows', async () => {
  const first = await open(await come('grace'));
  const newer = await come('grace');
  const second = await open(newer);
  await newer.data(contract.session.signOut, {});
  expect([(await first.lock('a')).status, (await second.lock('a')).status]).toEqual([401, 401]);
  expect(await continueFrom(await come('ada'), newer)).toEqual({ windows: 0 });
  const next = await come('grace');
  expect((await first.lock('a')).status).toBe(401);
  expect((await continueFrom(next, newer)).windows).toBeGreaterThanOrEqual(2);
  for (const file of [first, second]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a service calls
    expect([(await file.lock('a')).status, (await file.put('saved', 'a')).status]).toEqual([200, 200]);
  }
  await next.data(contract.session.signOut, {});
  expect((await first.put('too late', 'a')).status).toBe(401);
});

test('USE-03 C76 windows of a session continue with an issuer token, and end with it', async () => {
  const person = await come('joan');
  const { userInfo } = await person.data(contract.session.me, {});
  const { sfid: id, email } = userInfo.profile;
  await setPassword(setup.vault.deps, { id, email }, PASSWORD);
  const body = { email, password: PASSWORD };
  const anonymous = createClient(setup.vault.origin, null);
  const { accessToken } = signedIn(await anonymous.data(contract.session.signIn, { body }));
  const former = createClient(setup.vault.origin, accessToken);
  const { kysely } = setup.vault.database;
  // A session has the permissions that are stored in the vault.
  await sql`
    update account set permissions = ${JSON.stringify(permissionsOf({ edit: true }))}::jsonb where id = ${id}`.execute(
    kysely,
  );
  await sql`insert into membership (account_id, record_id) values (${id}, ${ACME})`.execute(kysely);
  const file = await open(former);
  await file.lock('a');
  await former.data(contract.session.signOut, {});
  expect((await file.put('refused', 'a')).status).toBe(401);
  const next = await come('joan');
  expect(await continueFrom(next, former)).toEqual({ windows: 1 });
  expect((await file.put('saved', 'a')).status).toBe(200);
  await next.data(contract.session.signOut, {});
  expect((await file.put('too late', 'a')).status).toBe(401);
});
