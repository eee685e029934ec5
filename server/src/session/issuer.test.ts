import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, type Permission } from '@vault/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIssuer } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { PASSWORD, permissionsOf, RECORDS, USERS } from '../testing/accounts.ts';
import { E11, P1 } from '../testing/answers.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { type Client, createClient, signedIn } from '../testing/client.ts';
import { type Signer, startSigner } from '../testing/signer.ts';
import { currentRights, setPassword, tidySessions } from './index.ts';

const AUDIENCE = 'urn:vault';
const log = pino({ level: 'silent' });
const { me, records, signIn, signOut, methods, changePassword } = contract.session;

let signer: Signer;
let vault: TestApp;
/** another server process with the same database */
let otherNode: TestApp;

const oidcOf = ({ issuer }: Signer) => ({
  issuer,
  clientId: 'vault',
  audience: AUDIENCE,
  scope: 'openid profile email',
  name: 'Example ID',
  resource: null,
  parameters: {},
  permissionsClaim: 'vault_permissions',
  recordsClaim: 'vault_records',
  secondFactorAcr: [],
});

async function startNode(database?: TestApp['database']): Promise<TestApp> {
  const oidc = oidcOf(signer);
  return createTestApp({
    settings: { ...SETTINGS, oidc },
    issuer: createIssuer({ ...oidc, log, cooldownMs: 0 }),
    ...(database && { database }),
  });
}

beforeAll(async () => {
  signer = await startSigner(AUDIENCE);
  vault = await startNode();
  otherNode = await startNode(vault.database);
});
afterAll(async () => {
  await otherNode.close();
  await vault.close();
  await signer.stop();
});

let people = 0;
/** Returns a new subject. */
const newSubject = () => `person-${(people += 1)}`;

async function tokenOf(subject: string, claims: object = {}, issued = 0): Promise<string> {
  const now = Math.floor(Date.now() / 1000) + issued;
  return signer.sign(signer.claims(subject, { iat: now, ...claims }));
}
const clientOf = async (...token: Parameters<typeof tokenOf>): Promise<Client> =>
  createClient(vault.origin, await tokenOf(...token));

const EVERYTHING = ['read', 'create', 'edit', 'download', 'share', 'noExp'];

describe('GUARD-33 a required second factor at the issuer', () => {
  let strict: TestApp;
  beforeAll(async () => {
    const oidc = { ...oidcOf(signer), secondFactorAcr: ['phr', 'urn:x:mfa'] };
    strict = await createTestApp({
      settings: { ...SETTINGS, oidc, requireSecondFactor: true },
      issuer: createIssuer({ ...oidc, log, cooldownMs: 0 }),
      database: vault.database,
    });
  });
  afterAll(() => strict.close());
  const call = async (claims: object) =>
    createClient(strict.origin, await tokenOf(newSubject(), claims)).call(me);

  it.each([
    ['amr has mfa', { amr: ['pwd', 'mfa'] }],
    ['acr is accepted', { acr: 'urn:x:mfa' }],
    ['acr is accepted and amr has one factor', { acr: 'phr', amr: ['pwd'] }],
  ])('GUARD-33 a token is accepted when %s', async (_, claims) => {
    expect(await call(claims)).toMatchObject({ code: 200 });
  });

  it.each([
    ['neither claim', {}],
    ['one factor', { amr: ['pwd'] }],
    ['another acr', { acr: '1' }],
    ['several acr in one text', { acr: 'phr urn:x:mfa' }],
    ['claims of another form', { amr: 'mfa', acr: ['phr'] }],
    ['an empty acr', { acr: '', amr: null }],
  ])('GUARD-33 a token with %s is refused, and makes no account', async (_, claims) => {
    const accounts = () =>
      sql<{ n: number }>`select count(*)::int as n from account`.execute(vault.database.kysely);
    const before = (await accounts()).rows;
    expect(await call(claims)).toMatchObject({ code: 401, errorCode: 'SECOND_FACTOR_MISSING' });
    expect((await accounts()).rows).toEqual(before);
  });

  it('GUARD-33 without the setting the issuer alone decides', async () => {
    expect(await (await clientOf(newSubject(), { amr: ['pwd'] })).call(me)).toMatchObject({ code: 200 });
  });
});

describe('a person of the issuer', () => {
  it('GUARD-31 tokens of a person who is disabled or removed are refused with P1', async () => {
    const subject = newSubject();
    const client = await clientOf(subject, { vault_permissions: EVERYTHING });
    const { userInfo } = await client.data(me);
    for (const column of ['disabled_at', 'removed_at']) {
      const set = (value: Date | null) =>
        sql`update account set ${sql.ref(column)} = ${value} where id = ${userInfo.profile.sfid}`.execute(
          vault.database.kysely,
        );
      // oxlint-disable-next-line no-await-in-loop -- one state after the other
      await set(new Date());
      // oxlint-disable-next-line no-await-in-loop -- one state after the other
      expect([await client.call(me), await (await clientOf(subject, { name: 'New' }, 5)).call(me)]).toEqual([
        P1,
        P1,
      ]);
      // oxlint-disable-next-line no-await-in-loop -- one state after the other
      await set(null);
    }
    expect(await client.call(me)).toMatchObject({ code: 200 });
  });

  it('AUTH-01 PERM-19 a person gets an account and a record, and the same ones the next time', async () => {
    const subject = newSubject();
    const claims = { name: 'Grace Hopper', email: 'grace@example.test', vault_permissions: EVERYTHING };
    const client = await clientOf(subject, claims);
    const state = await client.data(me);
    expect(state).toEqual({
      // The claims are stored as the entries that give something.
      permissions: permissionsOf({
        create: true,
        edit: true,
        download: true,
        share: true,
        noExp: true,
      }).filter(({ readable }) => readable),
      userInfo: {
        profile: {
          sfid: expect.stringMatching(/^usr[0-9A-Za-z]{15}$/),
          name: 'Grace Hopper',
          email: 'grace@example.test',
        },
      },
    });
    const { sfid } = state.userInfo.profile;
    expect(await client.data(records)).toEqual([{ sfid, name: 'Grace Hopper' }]);
    const made = await client.call(contract.organise.createFolder, {
      params: { recordId: sfid },
      query: { name: 'Papers', path: '' },
    });
    expect(made).toMatchObject({ code: 200 });
    expect((await (await clientOf(subject, claims, 5)).data(me)).userInfo.profile.sfid).toBe(sfid);
  });

  it('concurrent first calls to several servers create only one account', async () => {
    const token = await tokenOf(newSubject(), { name: 'Many at once', vault_permissions: 'read' });
    const states = await Promise.all(
      Array.from({ length: 16 }, (_, n) => createClient((n % 2 ? vault : otherNode).origin, token).data(me)),
    );
    expect(new Set(states.map(({ userInfo }) => userInfo.profile.sfid)).size).toBe(1);
  });

  it('PERM-09 PERM-10 a person without permissions can sign in but has no access to the vault', async () => {
    const client = await clientOf(newSubject(), { name: 'No rights' });
    const { permissions, userInfo } = await client.data(me);
    expect(permissions).toEqual([]);
    const recordId = userInfo.profile.sfid;
    expect(await client.call(contract.tree.folders, { params: { recordId } })).toEqual(E11);
  });

  it('PERM-18 permissions granted here apply only when the token has none', async () => {
    const subject = newSubject();
    const { sfid } = (await (await clientOf(subject)).data(me)).userInfo.profile;
    const granted = JSON.stringify(permissionsOf({ share: true }));
    await sql`update account set permissions = ${granted}::jsonb where id = ${sfid}`.execute(
      vault.database.kysely,
    );
    await sql`insert into membership values (${sfid}, ${RECORDS.acme})`.execute(vault.database.kysely);

    const silent = await clientOf(subject, {}, 1);
    expect((await silent.data(me)).permissions).toEqual(permissionsOf({ share: true }));
    expect((await silent.data(records)).map((record) => record.sfid)).toEqual([sfid, RECORDS.acme]);
    const claiming = await clientOf(subject, { vault_permissions: [], vault_records: [] }, 2);
    expect((await claiming.data(me)).permissions).toEqual([]);
    expect(await claiming.data(records)).toHaveLength(1);
  });

  it('PERM-22 a token gives access to its existing records; those with a name are created', async () => {
    const client = await clientOf(newSubject(), {
      vault_permissions: 'read',
      vault_records: [
        RECORDS.birch,
        'recNowhere00000001',
        { sfid: 'recFromPortal00001', name: 'From the portal' },
        'x',
      ],
    });
    const open = await client.data(records);
    expect(open.slice(1)).toEqual([
      { sfid: RECORDS.birch, name: 'Birch and Sons' },
      { sfid: 'recFromPortal00001', name: 'From the portal' },
    ]);
    const statusOf = async (recordId: string) =>
      (await client.call(contract.tree.folders, { params: { recordId } })).code;
    expect(await statusOf(RECORDS.birch)).toBe(200);
    expect(await statusOf('recFromPortal00001')).toBe(200);
    expect(await statusOf('recNowhere00000001')).toBe(403);
    expect(await statusOf(RECORDS.acme)).toBe(403);
  });

  it('PERM-01 the permissions of the current token apply immediately', async () => {
    const subject = newSubject();
    const client = await clientOf(subject, { vault_permissions: EVERYTHING, vault_records: [RECORDS.acme] });
    const recordId = RECORDS.acme;
    expect(await client.call(contract.tree.folders, { params: { recordId } })).toMatchObject({ code: 200 });
    const less = await clientOf(subject, { vault_permissions: 'read', vault_records: [] }, 1);
    expect(await less.call(contract.tree.folders, { params: { recordId } })).toEqual(E11);
    expect((await less.data(me)).permissions).toEqual(permissionsOf({}).slice(0, 1));
  });

  it('the name of a newer token is stored; a call without changes writes nothing', async () => {
    const subject = newSubject();
    const old = await clientOf(subject, { name: 'Old name' });
    await old.data(me);
    const young = await clientOf(subject, { name: 'New name' }, 5);
    expect((await young.data(me)).userInfo.profile.name).toBe('New name');
    expect((await young.data(records))[0]?.name).toBe('New name');
    expect((await old.data(me)).userInfo.profile.name).toBe('New name');

    const stamp = async () => {
      const { rows } = await sql<{ stamp: string }>`
        select string_agg(concat(a.xmin, p.xmin), ' ' order by a.id) as stamp
        from account a join external_identity p on p.account_id = a.id where p.subject = ${subject}`.execute(
        vault.database.kysely,
      );
      return rows[0]?.stamp;
    };
    const before = await stamp();
    await old.data(me);
    await young.data(me);
    await (await clientOf(subject, { name: 'New name' }, 6)).data(me);
    expect(await stamp()).toBe(before);
  });

  it('name and address are kept when a token does not contain them', async () => {
    const subject = newSubject();
    await (await clientOf(subject, { name: 'Kept', email: 'kept@example.test' })).data(me);
    const { profile } = (await (await clientOf(subject, {}, 1)).data(me)).userInfo;
    expect(profile).toMatchObject({ name: 'Kept', email: 'kept@example.test' });
  });

  it('a person with the address of a local account gets a different account', async () => {
    const { email, sfid } = USERS.everything;
    const client = await clientOf(newSubject(), { name: 'Not Ada', email, vault_permissions: 'read' });
    const { profile } = (await client.data(me)).userInfo;
    expect(profile.sfid).not.toBe(sfid);
    expect(profile.email).toBe(email);
    expect(await client.call(contract.tree.folders, { params: { recordId: sfid } })).toEqual(E11);
    const login = signedIn(await vault.anonymous.data(signIn, { body: { email, password: PASSWORD } }));
    expect(login.userInfo.profile.sfid).toBe(sfid);
    // another person of the issuer with the same address is a third account
    const third = await clientOf(newSubject(), { email });
    expect((await third.data(me)).userInfo.profile.sfid).not.toBe(profile.sfid);
  });

  it('an account of the issuer has no password in the vault to sign in with or to change', async () => {
    const client = await clientOf(newSubject(), { email: 'nopassword@example.test' });
    await client.data(me);
    for (const password of ['', 'null', PASSWORD]) {
      // oxlint-disable-next-line no-await-in-loop -- failures are counted
      const answer = await vault.anonymous.call(signIn, {
        body: { email: 'nopassword@example.test', password },
      });
      expect(answer).toMatchObject({ code: 401, errorMessage: 'Incorrect e-mail or password.' });
    }
    const answer = await client.call(changePassword, {
      body: { currentPassword: '', newPassword: 'a new long password' },
    });
    expect(answer).toMatchObject({
      code: 403,
      errorMessage: 'Your password is not kept here. Please change it where you sign in.',
    });
  });

  it("an account with a password keeps its e-mail address; no token can take another user's", async () => {
    const subject = newSubject();
    const email = `${subject}@example.test`;
    const { sfid } = (await (await clientOf(subject, { email })).data(me)).userInfo.profile;
    await setPassword(vault.deps, { id: sfid, email }, PASSWORD);
    for (const [seconds, other] of [USERS.everything.email, 'free@example.test'].entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one newer than the other
      const client = await clientOf(subject, { email: other, name: `Renamed ${seconds}` }, seconds + 1);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect((await client.data(me)).userInfo.profile).toEqual({ sfid, email, name: `Renamed ${seconds}` });
    }
    const login = signedIn(await vault.anonymous.data(signIn, { body: { email, password: PASSWORD } }));
    expect(login.userInfo.profile.sfid).toBe(sfid);
  });

  it('a window of an account with a password has the permissions of its session', async () => {
    const subject = newSubject();
    const email = `${subject}@example.test`;
    const { sfid } = (await (await clientOf(subject, { email, vault_permissions: EVERYTHING })).data(me))
      .userInfo.profile;
    await setPassword(vault.deps, { id: sfid, email }, PASSWORD);
    const { accessToken } = signedIn(
      await vault.anonymous.data(signIn, { body: { email, password: PASSWORD } }),
    );
    const tokenHash = hashBearer(accessToken);
    const begun = { accountId: sfid, tokenHash };
    expect(await currentRights(vault.deps, { ...begun, isSession: true })).toMatchObject({
      permissions: [] as Permission[],
      abilities: { read: false, edit: false },
    });
    const byIssuer = { ...begun, tokenHash: hashBearer('a.b.c'), isSession: false };
    expect(await currentRights(vault.deps, byIssuer)).toMatchObject({ abilities: { edit: true } });
  });

  it('a person with invalid claims has no permissions, and no call fails', async () => {
    const client = await clientOf(newSubject(), {
      name: { first: 'x' },
      email: 'a\0b',
      vault_permissions: { read: true },
      vault_records: [{ sfid: { $ne: 1 } }, null, 'x'.repeat(500)],
    });
    expect(await client.data(me)).toMatchObject({
      permissions: [] as Permission[],
      userInfo: { profile: { name: 'Unnamed', email: '' } },
    });
  });
});

describe('an invalid token', () => {
  it.each<[string, (subject: string) => Promise<string>]>([
    ['of another issuer', (subject) => tokenOf(subject, { iss: 'https://evil.example' })],
    ['for another audience', (subject) => tokenOf(subject, { aud: 'urn:other' })],
    ['expired', (subject) => tokenOf(subject, { exp: Math.floor(Date.now() / 1000) - 61 })],
    ['not yet valid', (subject) => tokenOf(subject, { nbf: Math.floor(Date.now() / 1000) + 90 })],
    ['of an unknown key', (subject) => signer.sign(signer.claims(subject), { kid: 'unknown' })],
    ['that is an ID token', (subject) => signer.sign(signer.claims(subject, { nonce: 'n' }), { typ: 'JWT' })],
    [
      'without a signature',
      async (subject) => `${(await tokenOf(subject)).split('.').slice(0, 2).join('.')}.`,
    ],
    ['of random text', async () => 'a.b.c'],
    ['of 9,000 characters', async () => `${'a'.repeat(9000)}.b.c`],
  ])('%s opens nothing and creates no account', async (_, make) => {
    const subject = newSubject();
    expect(await createClient(vault.origin, await make(subject)).call(me)).toEqual(P1);
    const { rows } = await sql`select 1 from external_identity where subject = ${subject}`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([]);
  });

  it('AUTH-03 expired and signed-out tokens are refused on each server', async () => {
    const client = await clientOf(newSubject(), { vault_permissions: 'read' });
    const onOther = createClient(otherNode.origin, client.token);
    const secondDevice = await clientOf(`person-${people}`, {}, 1);
    expect(await onOther.data(me)).toBeTruthy();
    expect(await client.data(signOut)).toBe(true);
    expect(await client.call(me)).toEqual(P1);
    expect(await onOther.call(me)).toEqual(P1);
    expect(await client.call(signOut)).toEqual(P1);
    expect(await secondDevice.call(me)).toMatchObject({ code: 200 });
  });

  it('a signed-out token stays invalid with another encoding of its signature', async () => {
    const client = await clientOf(newSubject());
    expect(await client.data(signOut)).toBe(true);
    const token = client.token ?? '';
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const signature = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url').toString('hex');
    const variants = Array.from(letters, (letter) => token.slice(0, -1) + letter).filter(
      (other) => other !== token && signature(other) === signature(token),
    );
    expect(variants.length).toBeGreaterThan(0);
    for (const variant of variants) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      expect(await createClient(vault.origin, variant).call(me)).toEqual(P1);
    }
  });

  it('a signed-out token is deleted from the database after it has expired', async () => {
    const ended = async () => {
      const { rows } = await sql`select 1 from ended_token`.execute(vault.database.kysely);
      return rows.length;
    };
    const before = await ended();
    const soon = Math.floor(Date.now() / 1000) + 30;
    await (await clientOf(newSubject(), { exp: soon })).data(signOut);
    await (await clientOf(newSubject(), { exp: soon + 30 * 86_400 })).data(signOut);
    expect(await ended()).toBe(before + 2);
    const clock = { now: () => new Date((soon + 12 * 3600) * 1000) };
    await tidySessions({ database: vault.database, clock });
    expect(await ended()).toBe(1);
  });

  it('every token of an issuer is refused when no issuer is configured', async () => {
    const without = await createTestApp();
    try {
      expect(await createClient(without.origin, await tokenOf(newSubject())).call(me)).toEqual(P1);
      expect(await without.anonymous.data(methods)).toEqual({
        accounts: true,
        passwordReset: false,
        oidc: null,
      });
    } finally {
      await without.close();
    }
  });
});

describe('an issuer that is not available', () => {
  it('the outage affects only calls that need it, and is retried', async () => {
    const away = await startSigner(AUDIENCE);
    const token = await away.sign(away.claims('ada', { vault_permissions: 'read' }));
    await away.stop();
    const oidc = oidcOf(away);
    const settings = { ...SETTINGS, oidc };
    const node = await createTestApp({ settings, issuer: createIssuer({ ...oidc, log }) });
    try {
      const { email } = USERS.everything;
      expect(await node.anonymous.call(signIn, { body: { email, password: PASSWORD } })).toMatchObject({
        code: 200,
      });
      const client = createClient(node.origin, token);
      expect(await client.call(me)).toEqual({
        status: 503,
        code: 503,
        data: null,
        errorMessage: 'The sign-in service cannot be reached. Please try again later.',
        errorCode: 'SIGN_IN_UNAVAILABLE',
      });
      await away.restart();
      await expect.poll(async () => (await client.call(me)).code).toBe(200);
    } finally {
      await node.close();
      await away.stop();
    }
  });
});

it('C66 the call returns the sign-in methods and nothing else', async () => {
  const { issuer, clientId, scope, name, resource, parameters } = oidcOf(signer);
  expect(await vault.anonymous.data(methods)).toEqual({
    accounts: true,
    passwordReset: false,
    oidc: { issuer, clientId, scope, name, resource, parameters },
  });
});

it('screens may connect to the issuer from the first page on; pages of links may not', async () => {
  const screens = await mkdtemp(join(tmpdir(), 'vault-screens-'));
  await Promise.all(['index.html', 'recipient.html'].map((page) => writeFile(join(screens, page), page)));
  const oidc = oidcOf(signer);
  const issuer = createIssuer({ ...oidc, log });
  const node = await createTestApp({ settings: { ...SETTINGS, oidc }, issuer, screens });
  const connects = async (path: string) => {
    const reply = await node.anonymous.fetch(path, { headers: { accept: 'text/html' } });
    return /connect-src ([^;]*)/.exec(reply.headers.get('content-security-policy') ?? '')?.[1];
  };
  try {
    expect(await connects('/login')).toBe(`'self' ${signer.issuer}`);
    expect(await connects('/s/any')).toBe("'self'");
    // The token endpoint can have another origin, which discovery returns.
    signer.tokenOrigin = 'https://tokens.example.test';
    await createClient(node.origin, await tokenOf(newSubject())).call(me);
    expect(await connects('/login')).toBe(`'self' ${signer.issuer} https://tokens.example.test`);
  } finally {
    await node.close();
    await rm(screens, { recursive: true, force: true });
  }
});
