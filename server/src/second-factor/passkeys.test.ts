import { contract, type SecondStep } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, USERS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { type Authenticator, createAuthenticator } from '../testing/authenticator.ts';
import { type Client, createClient, signedIn } from '../testing/client.ts';
import { relyingPartyOf } from './passkeys.ts';

const ORIGIN = 'https://vault.example.test';
const HERE = { origin: ORIGIN, rpId: 'vault.example.test' };
let vault: TestApp;

const { session, secondFactor } = contract;
const body = { email: USERS.everything.email, password: PASSWORD };
const WRONG = { code: 403, errorCode: 'SECOND_FACTOR_WRONG' };

beforeAll(async () => {
  vault = await createTestApp({ settings: { ...SETTINGS, publicUrl: `${ORIGIN}/path` } });
});
afterAll(() => vault.close());
beforeEach(async () => {
  for (const table of ['attempt', 'session', 'passkey', 'recovery_code', 'factor_challenge'])
    await sql`delete from ${sql.table(table)}`.execute(vault.database.kysely);
});
afterEach(() => vi.restoreAllMocks());

const signIn = async (email = body.email): Promise<Client> => {
  const reply = await vault.anonymous.data(session.signIn, { body: { ...body, email } });
  return createClient(vault.origin, signedIn(reply).accessToken);
};

const begin = async (client: Client) => {
  const { challenge } = await client.data(secondFactor.beginChange, { body: { currentPassword: PASSWORD } });
  const options = await client.data(secondFactor.startPasskey, { body: { challenge } });
  return { challenge, options };
};

async function addPasskey(client: Client, name = ' My phone '): Promise<Authenticator> {
  const authenticator = createAuthenticator();
  const { challenge, options } = await begin(client);
  const response = authenticator.register({ ...HERE, challenge: options.challenge });
  await client.data(secondFactor.confirmPasskey, { body: { challenge, name, response } });
  return authenticator;
}

async function secondStep(): Promise<SecondStep> {
  const reply = await vault.anonymous.data(session.signIn, { body });
  if (!('secondFactor' in reply)) throw new Error('The sign-in needs no second factor');
  return reply.secondFactor;
}

const check = (challenge: string, response: ReturnType<Authenticator['assert']>) =>
  vault.anonymous.call(secondFactor.checkPasskey, { body: { challenge, response } });
const signed = ({ passkey }: SecondStep) => ({ ...HERE, challenge: passkey?.challenge ?? '' });

describe('GUARD-33 passkeys', () => {
  it('GUARD-33 GUARD-04 the vault is named by PUBLIC_URL, never by the Host of a request', async () => {
    const { options } = await begin(await signIn());
    expect(options).toMatchObject({
      rp: { id: 'vault.example.test', name: 'Portal Vault' },
      user: { name: body.email },
      attestation: 'none',
    });
  });

  it('GUARD-33 a person adds a passkey and signs in with it', async () => {
    const client = await signIn();
    const authenticator = await addPasskey(client);
    expect(await client.data(secondFactor.state)).toMatchObject({
      passkeys: [{ name: 'My phone', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });
    const step = await secondStep();
    expect(step).toMatchObject({
      code: false,
      recovery: true,
      passkey: { rpId: 'vault.example.test', allowCredentials: [{ id: authenticator.id }] },
    });
    const { data } = await check(step.challenge, authenticator.assert(signed(step)));
    const { passkeys } = await createClient(vault.origin, data.accessToken).data(secondFactor.state);
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  it('GUARD-33 replayed, foreign and altered replies are refused', async () => {
    const authenticator = await addPasskey(await signIn());
    const ofColleague = await addPasskey(await signIn(USERS.colleague.email));
    const first = await secondStep();
    const used = authenticator.assert(signed(first));
    expect(await check(first.challenge, used)).toMatchObject({ code: 200 });
    expect(await check(first.challenge, used)).toMatchObject({
      code: 401,
      errorCode: 'SECOND_FACTOR_EXPIRED',
    });

    const step = await secondStep();
    const here = signed(step);
    const right = authenticator.assert(here);
    const { response } = right;
    const refused = {
      'of another challenge': used,
      'of another site': authenticator.assert({ ...here, origin: 'https://evil.example' }),
      'for another domain': authenticator.assert({ ...here, rpId: 'evil.example' }),
      'of a passkey of another person': ofColleague.assert(here),
      'of an unknown passkey': createAuthenticator().assert(here),
      'of another key': { ...createAuthenticator().assert(here), id: right.id, rawId: right.id },
      'with another signature': { ...right, response: { ...response, signature: used.response.signature } },
      'of no client data': { ...right, response: { ...response, clientDataJSON: 'AAAA' } },
      'of no authenticator': { ...right, response: { ...response, authenticatorData: 'AAAA' } },
    };
    for (const [what, reply] of Object.entries(refused)) {
      expect({ what, ...(await check(step.challenge, reply)) }).toMatchObject({ what, ...WRONG });
    }
    expect(await check(step.challenge, right)).toMatchObject({ code: 200 });
  });

  it('GUARD-33 a copy of a passkey, whose counter is behind, is refused', async () => {
    const authenticator = await addPasskey(await signIn());
    const ahead = await secondStep();
    const behind = authenticator.assert(signed(ahead));
    const later = await secondStep();
    expect(await check(later.challenge, authenticator.assert(signed(later)))).toMatchObject({ code: 200 });
    expect(await check(ahead.challenge, behind)).toMatchObject(WRONG);
  });

  it('GUARD-33 a new passkey for another site or challenge is not added', async () => {
    const client = await signIn();
    const { challenge, options } = await begin(client);
    const here = { ...HERE, challenge: options.challenge };
    const authenticator = createAuthenticator();
    const add = (response: ReturnType<Authenticator['register']>) =>
      client.call(secondFactor.confirmPasskey, { body: { challenge, name: '', response } });
    const right = authenticator.register(here);
    for (const response of [
      authenticator.register({ ...here, origin: 'https://evil.example' }),
      authenticator.register({ ...here, rpId: 'evil.example' }),
      authenticator.register({ ...here, challenge: 'b3RoZXI' }),
      { ...right, response: { ...right.response, attestationObject: 'AAAA' } },
    ]) {
      expect(await add(response)).toMatchObject(WRONG);
    }
    expect(await add(right)).toMatchObject({ code: 200 });
    const again = await begin(client);
    expect(again.options['excludeCredentials']).toMatchObject([{ id: authenticator.id }]);
  });

  it('GUARD-33 certificates of a caller are not read, because they name addresses to load', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const client = await signIn();
    const { challenge, options } = await begin(client);
    const request = { ...HERE, challenge: options.challenge };
    const before = fetched.mock.calls.length;
    const certificates = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(8)],
      ['x5c', [new Uint8Array(64)]],
    ]);
    for (const format of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet']) {
      const response = createAuthenticator().register(request, { format, statement: certificates });
      const answer = await client.call(secondFactor.confirmPasskey, {
        body: { challenge, name: '', response },
      });
      expect(answer).toMatchObject(WRONG);
    }
    // only the calls of this test
    expect(fetched.mock.calls.length - before).toBe(6);
  });

  it('GUARD-33 C108 a person removes one of two passkeys', async () => {
    const client = await signIn();
    await addPasskey(client, 'Old');
    await addPasskey(client, 'New');
    const { passkeys } = await client.data(secondFactor.state);
    const { challenge } = await begin(client);
    const passkeyId = passkeys[0]?.passkeyId ?? '';
    await client.data(secondFactor.remove, { body: { challenge, passkeyId } });
    const { passkeys: left, recoveryCodesLeft } = await client.data(secondFactor.state);
    expect(left.map(({ name }) => name)).toEqual(['New']);
    expect(recoveryCodesLeft).toBe(10);
  });

  it.each([
    ['https://vault.example.test', 'vault.example.test'],
    ['https://vault.example.test:8443/path', 'vault.example.test'],
    ['http://localhost:8080', 'localhost'],
    ['http://vault.example.test', null],
    ['https://192.0.2.1', null],
    ['http://127.0.0.1:8080', null],
    ['https://[2001:db8::1]', null],
  ])('GUARD-33 the domain of passkeys at %s is %s', (address, id) => {
    expect(relyingPartyOf(address)?.id ?? null).toBe(id);
  });
});
