import { createHash, randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIssuer } from '../platform/oidc/index.ts';
import { permissionsOf, RECORDS } from '../testing/accounts.ts';
import { P1 } from '../testing/answers.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { createClient } from '../testing/client.ts';
import {
  OIDC_AUDIENCE,
  OIDC_CLIENT,
  type OidcProvider,
  startOidcProvider,
} from '../testing/oidc-provider.ts';

const ORIGIN = 'https://vault.example.test';
const { me } = contract.session;

let provider: OidcProvider;
let vault: TestApp;
beforeAll(async () => {
  provider = await startOidcProvider();
  const oidc = {
    issuer: provider.issuer,
    clientId: OIDC_CLIENT,
    audience: OIDC_AUDIENCE,
    scope: 'openid profile email',
    name: 'Example ID',
    resource: OIDC_AUDIENCE,
    parameters: {},
    permissionsClaim: 'vault_permissions',
    recordsClaim: 'vault_records',
    secondFactorAcr: [],
  };
  vault = await createTestApp({
    settings: { ...SETTINGS, oidc },
    issuer: createIssuer({ ...oidc, log: pino({ level: 'silent' }), cooldownMs: 0 }),
  });
  await provider.serve(ORIGIN);
});
afterAll(async () => {
  await vault.close();
  await provider.stop();
});

/** A minimal browser for a sign-in: it stores cookies and does not follow redirects. */
function browser() {
  const cookies = new Map<string, string>();
  return async (address: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    await response.arrayBuffer();
    return new URL(response.headers.get('location') ?? address, address).href;
  };
}

/** Signs in with an authorization code and PKCE, as the sign-in page does. */
async function signInAs(name: string): Promise<{ access_token: string; id_token: string }> {
  const discovery = await fetch(`${provider.issuer}/.well-known/openid-configuration`);
  const { authorization_endpoint: start, token_endpoint: tokens } = (await discovery.json()) as Record<
    string,
    string
  >;
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${ORIGIN}/login/callback`;
  const query = new URLSearchParams({
    client_id: OIDC_CLIENT,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    resource: OIDC_AUDIENCE,
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const go = browser();
  const form = await go(`${start}?${query.toString()}`);
  const resumed = await go(form, { method: 'POST', body: new URLSearchParams({ name }) });
  const code = new URL(await go(resumed)).searchParams.get('code') ?? '';
  const reply = await fetch(tokens ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: OIDC_CLIENT,
      redirect_uri: redirectUri,
      resource: OIDC_AUDIENCE,
      code,
      code_verifier: verifier,
    }),
  });
  return (await reply.json()) as { access_token: string; id_token: string };
}

it("AUTH-01 a real provider's access token for the vault is accepted, its ID token is not", async () => {
  provider.claims.set('grace', {
    name: 'Grace Hopper',
    vault_permissions: ['read', 'download'],
    vault_records: [RECORDS.acme],
  });
  const { access_token: accessToken, id_token: idToken } = await signInAs('grace');
  const client = createClient(vault.origin, accessToken);
  expect(await client.data(me)).toMatchObject({
    permissions: permissionsOf({ download: true }).slice(0, 2),
    userInfo: { profile: { name: 'Grace Hopper' } },
  });
  expect(await client.call(contract.tree.folders, { params: { recordId: RECORDS.acme } })).toMatchObject({
    code: 200,
  });
  expect(await createClient(vault.origin, idToken).call(me)).toEqual(P1);
});

it('rotated keys of a provider are loaded; tokens of the old keys are refused', async () => {
  const before = createClient(vault.origin, (await signInAs('grace')).access_token);
  expect(await before.call(me)).toMatchObject({ code: 200 });
  await provider.rotateKeys();
  const after = createClient(vault.origin, (await signInAs('grace')).access_token);
  expect(await after.call(me)).toMatchObject({ code: 200 });
  expect(await before.call(me)).toEqual(P1);
});
