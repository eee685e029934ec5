import { contract, type Login, type SecondStep } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, USERS } from '../testing/accounts.ts';
import { appCode } from '../testing/app-code.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { type Client, createClient, signedIn } from '../testing/client.ts';
import { waitForLockWait } from '../testing/lock-wait.ts';
import { tidyChallenges } from './index.ts';
import { newRecoveryCodes } from './recovery-codes.ts';

const STEP_MS = 30_000;
const START = Date.UTC(2026, 10, 23, 9);
let time = START;
const clock = { now: () => new Date(time) };
let vault: TestApp;
/** another server of the same vault with REQUIRE_SECOND_FACTOR=true */
let strict: TestApp;

const { session, secondFactor } = contract;
const ada = { email: USERS.everything.email, password: PASSWORD };
const WRONG = { code: 403, errorCode: 'SECOND_FACTOR_WRONG' };
const EXPIRED = { code: 401, errorCode: 'SECOND_FACTOR_EXPIRED' };

beforeAll(async () => {
  vault = await createTestApp({ clock });
  strict = await createTestApp({
    clock,
    database: vault.database,
    sealer: vault.deps.sealer,
    settings: { ...SETTINGS, requireSecondFactor: true },
  });
});
afterAll(async () => {
  await strict.close();
  await vault.close();
});
beforeEach(async () => {
  // Later steps: a code of a former test is never one of the present test.
  time += 60 * 60_000;
  for (const table of ['attempt', 'session', 'authenticator_app', 'recovery_code', 'factor_challenge'])
    await sql`delete from ${sql.table(table)}`.execute(vault.database.kysely);
});

const enter = (app = vault, body = ada) => app.anonymous.data(session.signIn, { body });
const signIn = async (app = vault, body = ada): Promise<Client> =>
  createClient(app.origin, signedIn(await enter(app, body)).accessToken);

async function secondStep(app = vault): Promise<SecondStep> {
  const reply = await enter(app);
  if (!('secondFactor' in reply)) throw new Error('The sign-in needs no second factor');
  return reply.secondFactor;
}

const codeAt = (secret: string, at = time) => appCode(secret, at);
const beginChange = async (client: Client) =>
  (await client.data(secondFactor.beginChange, { body: { currentPassword: PASSWORD } })).challenge;

/** Sets up an authenticator app; the code of the present step is used then. */
async function setUpApp(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const challenge = await beginChange(client);
  const { secret } = await client.data(secondFactor.startApp, { body: { challenge } });
  const { recoveryCodes } = await client.data(secondFactor.confirmApp, {
    body: { challenge, code: codeAt(secret) },
  });
  time += STEP_MS;
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

const check = (challenge: string, code: string) =>
  vault.anonymous.call(secondFactor.checkCode, { body: { challenge, code } });

describe('GUARD-33 sign-in with an authenticator app', () => {
  it('GUARD-33 C01 a right password opens no session; the code of the app does', async () => {
    const { secret } = await setUpApp(await signIn());
    const reply = await enter();
    expect(reply).toEqual({
      secondFactor: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: new Date(time + 5 * 60_000).toISOString(),
        setUp: false,
        code: true,
        recovery: true,
        passkey: null,
        canAddPasskey: false,
      },
    });
    const { challenge } = await secondStep();
    expect(await createClient(vault.origin, challenge).call(session.me)).toMatchObject({ code: 401 });
    const { data } = await check(challenge, ` ${codeAt(secret).replace(/^.../, '$& ')} `);
    expect(await createClient(vault.origin, data.accessToken).data(session.me)).toMatchObject({
      userInfo: { profile: { email: ada.email } },
    });
  });

  it('GUARD-33 the clocks may differ by one step; codes of two steps are refused', async () => {
    const { secret } = await setUpApp(await signIn());
    time += 5 * STEP_MS;
    for (const steps of [-2, 2, -10, 10]) {
      const { challenge } = await secondStep();
      expect(await check(challenge, codeAt(secret, time + steps * STEP_MS))).toMatchObject(WRONG);
    }
    for (const steps of [-1, 0, 1]) {
      const { challenge } = await secondStep();
      expect(await check(challenge, codeAt(secret, time + steps * STEP_MS))).toMatchObject({ code: 200 });
    }
  });

  it('GUARD-33 a code works once, also the one that confirmed the app, and none before it', async () => {
    const client = await signIn();
    const challenge = await beginChange(client);
    const { secret } = await client.data(secondFactor.startApp, { body: { challenge } });
    const code = codeAt(secret);
    await client.data(secondFactor.confirmApp, { body: { challenge, code } });
    expect(await check((await secondStep()).challenge, code)).toMatchObject(WRONG);
    time += STEP_MS;
    const next = codeAt(secret);
    expect(await check((await secondStep()).challenge, next)).toMatchObject({ code: 200 });
    expect(await check((await secondStep()).challenge, next)).toMatchObject(WRONG);
    expect(await check((await secondStep()).challenge, code)).toMatchObject(WRONG);
  });

  it('SAFE-11 a change whose session ends during the call is refused as after its end', async () => {
    const client = await signIn();
    const reply = await vault.database.kysely.transaction().execute(async (tx) => {
      await sql`delete from session`.execute(tx);
      const refused = client.call(secondFactor.beginChange, { body: { currentPassword: PASSWORD } });
      await waitForLockWait(vault.database);
      return { refused };
    });
    expect(await reply.refused).toMatchObject({ code: 401 });
  });

  it('GUARD-33 of concurrent sign-ins with one code one succeeds', async () => {
    const { secret } = await setUpApp(await signIn());
    const steps = await Promise.all(Array.from({ length: 6 }, () => secondStep()));
    const answers = await Promise.all(steps.map(({ challenge }) => check(challenge, codeAt(secret))));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 403)).toHaveLength(5);
  });

  it('GUARD-33 of concurrent replies to one challenge one succeeds', async () => {
    const { recoveryCodes } = await setUpApp(await signIn());
    const { challenge } = await secondStep();
    const answers = await Promise.all(recoveryCodes.slice(0, 5).map((code) => check(challenge, code)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from recovery_code`.execute(vault.database.kysely);
    expect(rows[0]?.left).toBe(9);
  });

  it('GUARD-33 unknown, used, expired and foreign challenges get the same refusal', async () => {
    const { secret, recoveryCodes } = await setUpApp(await signIn());
    const [used, late, ofChange] = [await secondStep(), await secondStep(), await secondStep()];
    expect(await check(used.challenge, codeAt(secret))).toMatchObject({ code: 200 });
    const [one = '', other = ''] = recoveryCodes;
    expect(await check(used.challenge, one)).toMatchObject(EXPIRED);
    expect(await check('unknown', one)).toMatchObject(EXPIRED);
    // A challenge of a sign-in sets nothing up, and one of a change signs no one in.
    const body = { challenge: ofChange.challenge };
    expect(await vault.anonymous.call(secondFactor.startApp, { body })).toMatchObject(EXPIRED);
    const client = createClient(vault.origin, (await check(ofChange.challenge, other)).data.accessToken);
    expect(await check(await beginChange(client), one)).toMatchObject(EXPIRED);
    time += 5 * 60_000;
    expect(await check(late.challenge, one)).toMatchObject(EXPIRED);
    await tidyChallenges(vault.deps);
    expect(await check(late.challenge, one)).toMatchObject(EXPIRED);
  });

  it('P13 GUARD-33 after ten wrong codes the right one is refused as well', async () => {
    const { secret } = await setUpApp(await signIn());
    const { challenge } = await secondStep();
    for (let n = 0; n < 10; n += 1) expect(await check(challenge, '000000')).toMatchObject(WRONG);
    expect(await check(challenge, codeAt(secret))).toMatchObject({ code: 429, errorCode: 'RATE_LIMITED' });
    expect(await check((await secondStep()).challenge, codeAt(secret))).toMatchObject({ code: 429 });
    time += 15 * 60_000;
    expect(await check((await secondStep()).challenge, codeAt(secret))).toMatchObject({ code: 200 });
  });

  it('GUARD-33 a changed password and a disabled account end a sign-in that has begun', async () => {
    const { recoveryCodes } = await setUpApp(await signIn());
    const { challenge } = await secondStep();
    const ofAda = sql`where id = ${USERS.everything.sfid}`;
    const { kysely } = vault.database;
    await sql`update account set disabled_at = now() ${ofAda}`.execute(kysely);
    expect(await check(challenge, recoveryCodes[0] ?? '')).toMatchObject(EXPIRED);
    await sql`update account set disabled_at = null ${ofAda}`.execute(kysely);
    const { rows } = await sql<{ hash: string }>`
      select password_hash as hash from account ${ofAda}`.execute(kysely);
    await sql`update account set password_hash = 'another' ${ofAda}`.execute(kysely);
    expect(await check(challenge, recoveryCodes[0] ?? '')).toMatchObject(EXPIRED);
    await sql`update account set password_hash = ${rows[0]?.hash} ${ofAda}`.execute(kysely);
    expect(await check(challenge, recoveryCodes[0] ?? '')).toMatchObject({ code: 200 });
  });

  it('GUARD-33 the database has neither the secret of the app nor recovery codes nor challenges', async () => {
    const { secret, recoveryCodes } = await setUpApp(await signIn());
    const { challenge } = await secondStep();
    const { rows } = await sql<{ text: string }>`
      select a::text as text from authenticator_app a union all select r::text from recovery_code r
      union all select c::text from factor_challenge c union all select e::text from audit_entry e`.execute(
      vault.database.kysely,
    );
    const stored = rows.map(({ text }) => text).join('\n');
    for (const one of [secret, challenge, ...recoveryCodes]) {
      expect(stored).not.toContain(one);
      expect(stored).not.toContain(Buffer.from(one).toString('hex'));
    }
  });
});

describe('GUARD-33 recovery codes', () => {
  it('GUARD-33 a recovery code has more than 112 random bits', () => {
    const codes = Array.from({ length: 100 }, newRecoveryCodes).flatMap((ten) => ten.map(({ code }) => code));
    const characters = new Set(codes.join('').replaceAll('-', ''));
    const lengths = new Set(codes.map((code) => code.replaceAll('-', '').length));
    expect(new Set(codes).size).toBe(1000);
    for (const length of lengths) expect(length * Math.log2(characters.size)).toBeGreaterThan(112);
  });

  it('GUARD-33 there are ten; each works once, in any case and without hyphens', async () => {
    const { recoveryCodes } = await setUpApp(await signIn());
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^(\w{4}-){5}\w{4}$/);
    expect(
      await check((await secondStep()).challenge, code.toUpperCase().replaceAll('-', ' ')),
    ).toMatchObject({
      code: 200,
    });
    expect(await check((await secondStep()).challenge, code)).toMatchObject(WRONG);
  });

  it('GUARD-33 C109 new codes replace the former ones', async () => {
    const client = await signIn();
    const { recoveryCodes: former } = await setUpApp(client);
    const body = { challenge: await beginChange(client) };
    const { recoveryCodes } = await client.data(secondFactor.newRecoveryCodes, { body });
    expect(recoveryCodes).toHaveLength(10);
    expect(await client.call(secondFactor.newRecoveryCodes, { body })).toMatchObject(EXPIRED);
    expect(await check((await secondStep()).challenge, former[1] ?? '')).toMatchObject(WRONG);
    expect(await check((await secondStep()).challenge, recoveryCodes[1] ?? '')).toMatchObject({ code: 200 });
    expect(await client.data(secondFactor.state)).toMatchObject({ recoveryCodesLeft: 9 });
  });
});

describe('GUARD-33 changes of the second factor', () => {
  it('GUARD-33 C100 a change needs the password, counted as that of a password change', async () => {
    const client = await signIn();
    const begin = (currentPassword: string) =>
      client.call(secondFactor.beginChange, { body: { currentPassword } });
    expect(await begin('wrong')).toMatchObject({ code: 403, errorCode: 'CURRENT_PASSWORD_WRONG' });
    for (let n = 1; n < 10; n += 1) await begin('wrong');
    expect(await begin(PASSWORD)).toMatchObject({ code: 429 });
  });

  it('GUARD-33 an app without a right first code is not added', async () => {
    const client = await signIn();
    const challenge = await beginChange(client);
    const confirm = (code: string) => client.call(secondFactor.confirmApp, { body: { challenge, code } });
    expect(await confirm('123456')).toMatchObject(WRONG);
    const { secret } = await client.data(secondFactor.startApp, { body: { challenge } });
    expect(await confirm(codeAt(secret, time + 5 * STEP_MS))).toMatchObject(WRONG);
    expect(await client.data(secondFactor.state)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
    expect(signedIn(await enter())).toBeDefined();
    expect(await confirm(codeAt(secret))).toMatchObject({ code: 200, data: { login: null } });
    expect(await client.data(secondFactor.state)).toMatchObject({
      app: { addedAt: clock.now().toISOString() },
    });
  });

  it('GUARD-33 C108 without the last second factor a password is enough, and the codes are gone', async () => {
    const client = await signIn();
    await setUpApp(client);
    const remove = async () =>
      client.call(secondFactor.remove, { body: { challenge: await beginChange(client), passkeyId: null } });
    expect(await remove()).toMatchObject({ code: 200 });
    expect(await client.data(secondFactor.state)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
    expect(signedIn(await enter())).toBeDefined();
    expect(await remove()).toMatchObject({ code: 404 });
  });

  it('GUARD-33 a challenge of another person or of an ended session changes nothing', async () => {
    const client = await signIn();
    await setUpApp(client);
    const colleague = await signIn(vault, { ...ada, email: USERS.colleague.email });
    const challenge = await beginChange(client);
    const body = { challenge, passkeyId: null };
    expect(await colleague.call(secondFactor.remove, { body })).toMatchObject(EXPIRED);
    await client.data(session.signOut);
    expect(await colleague.call(secondFactor.remove, { body })).toMatchObject(EXPIRED);
    expect(await vault.anonymous.call(secondFactor.startApp, { body: { challenge } })).toMatchObject(EXPIRED);
  });

  it('GUARD-33 C102 an administrator resets the second factor of a person', async () => {
    const client = await signIn();
    await setUpApp(client);
    const { challenge } = await secondStep();
    const administrator = await signIn(vault, { ...ada, email: USERS.administrator.email });
    const reset = (personId: string) => administrator.call(secondFactor.reset, { params: { personId } });
    const entries = await recordedBy(vault.database, () => reset(USERS.everything.sfid));
    expect(entries.map(({ action, personId, objectId }) => [action, personId, objectId])).toEqual([
      ['second-factor.reset', USERS.administrator.sfid, USERS.everything.sfid],
    ]);
    expect(signedIn(await enter())).toBeDefined();
    expect(await check(challenge, '123456')).toMatchObject(EXPIRED);
    expect(await client.data(secondFactor.state)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
    for (const id of ['unknown', "' or true --"]) expect(await reset(id)).toMatchObject({ code: 404 });
  });
});

describe('GUARD-33 the second factor of an administrator', () => {
  it('GUARD-33 C102 administrators cannot reset their own second factor without the password', async () => {
    const administrator = await signIn(vault, { ...ada, email: USERS.administrator.email });
    const own = { params: { personId: USERS.administrator.sfid } };
    expect(await administrator.call(secondFactor.reset, own)).toMatchObject({ code: 403 });
  });
});

describe('GUARD-33 REQUIRE_SECOND_FACTOR', () => {
  it('GUARD-33 a person without a second factor sets one up before anything else', async () => {
    const reply = await secondStep(strict);
    expect(reply).toMatchObject({ setUp: true, code: false, recovery: false, passkey: null });
    const { challenge } = reply;
    expect(await check(challenge, '123456')).toMatchObject(EXPIRED);
    const { secret, uri } = await strict.anonymous.data(secondFactor.startApp, { body: { challenge } });
    expect(uri).toBe(
      `otpauth://totp/Portal%20Vault:ada%40example.test?secret=${secret}&issuer=Portal%20Vault`,
    );
    const body = { challenge, code: codeAt(secret) };
    const { login, recoveryCodes } = await strict.anonymous.data(secondFactor.confirmApp, { body });
    expect(recoveryCodes).toHaveLength(10);
    const client = createClient(strict.origin, (login as Login).accessToken);
    expect(await client.data(secondFactor.state)).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 });
    expect(await strict.anonymous.call(secondFactor.confirmApp, { body })).toMatchObject(EXPIRED);
    expect((await secondStep(strict)).setUp).toBe(false);
  });

  it('GUARD-33 a set-up that began before another one finished adds nothing', async () => {
    const [first, second] = [await secondStep(strict), await secondStep(strict)];
    const start = ({ challenge }: SecondStep) =>
      strict.anonymous.data(secondFactor.startApp, { body: { challenge } });
    const [ofFirst, ofSecond] = [await start(first), await start(second)];
    const confirm = ({ challenge }: SecondStep, secret: string) =>
      strict.anonymous.call(secondFactor.confirmApp, { body: { challenge, code: codeAt(secret) } });
    expect(await confirm(first, ofFirst.secret)).toMatchObject({ code: 200 });
    expect(await confirm(second, ofSecond.secret)).toMatchObject(EXPIRED);
  });

  it('GUARD-33 the last second factor cannot be removed', async () => {
    const client = await signIn();
    await setUpApp(client);
    const ofStrict = createClient(strict.origin, client.token);
    const body = { challenge: await beginChange(ofStrict), passkeyId: null };
    expect(await ofStrict.call(secondFactor.remove, { body })).toMatchObject({
      code: 409,
      errorCode: 'SECOND_FACTOR_REQUIRED',
    });
    expect(await client.data(secondFactor.state)).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

describe('AUDIT-01 the second factor', () => {
  it('AUDIT-01 GUARD-33 additions, checks and refusals are recorded without codes', async () => {
    const client = await signIn();
    const entries = await recordedBy(vault.database, async () => {
      const { secret } = await setUpApp(client);
      const { challenge } = await secondStep();
      await check(challenge, '000000');
      await check(challenge, codeAt(secret));
    });
    expect(entries.map(({ action, outcome, details }) => [action, outcome, details['factor']])).toEqual([
      ['second-factor.add', 'success', 'app'],
      ['second-factor.recovery-codes', 'success', undefined],
      ['second-factor.check', 'refused', 'app'],
      ['session.sign-in', 'success', undefined],
      ['second-factor.check', 'success', 'app'],
    ]);
  });
});
