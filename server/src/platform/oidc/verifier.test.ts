import { createHmac } from 'node:crypto';
import { exportSPKI } from 'jose';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSigner, type Signer } from '../../testing/signer.ts';
import { createIssuer, type Issuer, IssuerUnavailable, looksLikeJwt } from './index.ts';

const AUDIENCE = 'urn:vault';
const log = pino({ level: 'silent' });
const SKEW = 60;

let signer: Signer;
let issuer: Issuer;
beforeAll(async () => {
  signer = await startSigner(AUDIENCE);
});
afterAll(() => signer.stop());
beforeEach(() => {
  signer.faultyReply = null;
  signer.silentAt = null;
  issuer = createIssuer({ issuer: signer.issuer, audience: AUDIENCE, log, cooldownMs: 0 });
});

const seconds = () => Math.floor(Date.now() / 1000);
const verify = (token: string, now = new Date()) => issuer.verify(token, now);
const good = (more: object = {}) => signer.claims('ada', more);

describe('a token of the issuer', () => {
  it('a token is accepted with its person, its times and its claims', async () => {
    const claims = good({ name: 'Ada' });
    expect(await verify(await signer.sign(claims))).toEqual({
      subject: 'ada',
      issuedAt: new Date(Number(claims['iat']) * 1000),
      expiresAt: new Date(Number(claims['exp']) * 1000),
      claims,
    });
  });

  it.each(['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'])(
    'a token can be signed with %s',
    async (alg) => {
      await signer.rotate(alg);
      expect(await verify(await signer.sign(good()))).toMatchObject({ subject: 'ada' });
      await signer.rotate();
    },
  );

  it.each(['at+jwt', 'application/at+jwt', 'JWT', 'AT+JWT'])('a token can have the type %s', async (typ) => {
    expect(await verify(await signer.sign(good(), { typ }))).not.toBeNull();
  });

  it('a token can be for several audiences that include the vault', async () => {
    expect(await verify(await signer.sign(good({ aud: ['urn:other', AUDIENCE] })))).not.toBeNull();
  });
});

describe('an invalid token is refused', () => {
  it.each<[string, () => object, object?]>([
    ['another issuer', () => good({ iss: 'https://evil.example' })],
    ['the issuer with a slash at its end', () => good({ iss: `${signer.issuer}/` })],
    ['no issuer', () => good({ iss: undefined })],
    ['another audience', () => good({ aud: 'urn:other' })],
    ['no audience', () => good({ aud: undefined })],
    ['expired', () => good({ exp: seconds() - SKEW - 1 })],
    ['no expiry', () => good({ exp: undefined })],
    ['an expiry that is not a number', () => good({ exp: 'tomorrow' })],
    ['not yet valid', () => good({ nbf: seconds() + SKEW + 5 })],
    ['issued in the future', () => good({ iat: seconds() + SKEW + 5 })],
    ['no time of issue', () => good({ iat: undefined })],
    ['no subject', () => good({ sub: undefined })],
    ['an empty subject', () => good({ sub: '' })],
    ['a subject that is a number', () => good({ sub: 7 })],
    ['a subject that is too long', () => good({ sub: 'x'.repeat(256) })],
    ['a subject that cannot be stored', () => good({ sub: 'a\0b' })],
    ['an ID token', () => good({ nonce: 'n' }), { typ: 'JWT' }],
    ['an ID token issued with an access token', () => good({ at_hash: 'h' }), { typ: 'JWT' }],
    ["Keycloak's ID token", () => good({ typ: 'ID' }), { typ: 'JWT' }],
    ["Keycloak's refresh token", () => good({ typ: 'Refresh' }), { typ: 'JWT' }],
    ['no type', () => good(), { typ: undefined }],
    ['a logout token', () => good(), { typ: 'logout+jwt' }],
    ['an unknown key', () => good(), { kid: 'unknown' }],
  ])('a token with this fault is refused: %s', async (_, claims, header = {}) => {
    const token = await signer.sign(claims(), header);
    expect(looksLikeJwt(token)).toBe(true);
    expect(await verify(token)).toBeNull();
  });

  it('a token signed with another key of the same name is refused', async () => {
    const other = await startSigner(AUDIENCE);
    try {
      expect(await verify(await other.sign(good()))).toBeNull();
    } finally {
      await other.stop();
    }
  });

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('a token signed with the public key as a shared secret is refused', async () => {
    const unsigned = `${part({ alg: 'HS256', kid: '0', typ: 'at+jwt' })}.${part(good())}`;
    const secret = await exportSPKI(signer.keys().publicKey);
    const signature = createHmac('sha256', secret).update(unsigned).digest('base64url');
    expect(await verify(`${unsigned}.${signature}`)).toBeNull();
  });

  it('an unsigned token is refused', async () => {
    const unsigned = `${part({ alg: 'none', typ: 'at+jwt' })}.${part(good())}`;
    expect(await verify(`${unsigned}.`)).toBeNull();
    expect(await verify(`${unsigned}.AAAA`)).toBeNull();
    expect(await verify(unsigned)).toBeNull();
  });

  it('a token that is changed in any part is refused', async () => {
    const token = await signer.sign(good());
    const [header = '', payload = '', signature = ''] = token.split('.');
    const other = part(good({ sub: 'eve' }));
    for (const altered of [
      `${header}.${other}.${signature}`,
      `${part({ alg: 'RS256', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}`,
      `${header}.${payload}.${signature}AAAA`,
    ]) {
      expect(await verify(altered)).toBeNull();
    }
  });

  it.each(['a.b.c', '..', 'a.b', `${'a'.repeat(20_000)}.b.c`, 'e30.e30.e30', '\0.\0.\0', 'a.b.c.d.e'])(
    'garbage is refused: %.20s',
    async (garbage) => expect(await verify(garbage)).toBeNull(),
  );

  it('a token longer than any header is refused before any work', async () => {
    const token = await signer.sign(good({ groups: 'x'.repeat(12 * 1024) }));
    const asked = { ...signer.asked };
    expect(looksLikeJwt(token)).toBe(false);
    expect(await verify(token)).toBeNull();
    expect(signer.asked).toEqual(asked);
  });
});

describe('clocks that differ', () => {
  const at = (offset: number) => new Date((seconds() + offset) * 1000);

  it('clocks that differ by a minute are accepted', async () => {
    const now = seconds();
    const token = await signer.sign(good({ iat: now, nbf: now, exp: now + 600 }));
    expect(await verify(token, new Date((now - SKEW) * 1000))).not.toBeNull();
    expect(await verify(token, new Date((now - SKEW - 1) * 1000))).toBeNull();
    expect(await verify(token, new Date((now + 600 + SKEW - 1) * 1000))).not.toBeNull();
    expect(await verify(token, new Date((now + 600 + SKEW) * 1000))).toBeNull();
  });

  it('a time outside the calendar causes no error', async () => {
    const token = await signer.sign(good({ exp: 1e15 }));
    expect(await verify(token, at(0))).toMatchObject({ expiresAt: new Date('9999-12-31T23:59:59Z') });
  });
});

describe('the keys of the issuer', () => {
  it('the keys are requested once, also for many calls at a time', async () => {
    const token = await signer.sign(good());
    const before = { ...signer.asked };
    const all = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(all.every((one) => one !== null)).toBe(true);
    expect(signer.asked.discovery - before.discovery).toBe(1);
    expect(signer.asked.jwks - before.jwks).toBe(1);
  });

  it('an unknown key causes a new request; tokens of the former key are then refused', async () => {
    const old = await signer.sign(good());
    expect(await verify(old)).not.toBeNull();
    await signer.rotate();
    expect(await verify(await signer.sign(good()))).not.toBeNull();
    expect(await verify(old)).toBeNull();
  });

  it('the keys are not requested repeatedly for unknown keys', async () => {
    const careful = createIssuer({ issuer: signer.issuer, audience: AUDIENCE, log });
    expect(await careful.verify(await signer.sign(good()), new Date())).not.toBeNull();
    const before = signer.asked.jwks;
    for (let n = 0; n < 10; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await careful.verify(await signer.sign(good(), { kid: `k${n}` }), new Date())).toBeNull();
    }
    expect(signer.asked.jwks).toBe(before);
  });

  it('the keys are not requested repeatedly while the issuer cannot return them', async () => {
    expect(await verify(await signer.sign(good()))).not.toBeNull();
    signer.faultyReply = { status: 500, body: '' };
    const before = signer.asked.jwks;
    for (let n = 0; n < 10; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(verify(await signer.sign(good(), { kid: `k${n}` }))).rejects.toThrow(IssuerUnavailable);
    }
    expect(signer.asked.jwks).toBe(before + 1);
    expect(await verify(await signer.sign(good()))).not.toBeNull();
  });

  it.each(['discovery', 'jwks'] as const)(
    'SAFE-23 the request for keys fails at its limit when the %s of the issuer does not reply',
    async (place) => {
      signer.silentAt = place;
      const options = { issuer: signer.issuer, audience: AUDIENCE, log, cooldownMs: 0, timeoutMs: 200 };
      const waiting = createIssuer(options).verify(await signer.sign(good()), new Date());
      await expect(waiting).rejects.toThrow(IssuerUnavailable);
      signer.silentAt = null;
      expect(await createIssuer(options).verify(await signer.sign(good()), new Date())).not.toBeNull();
    },
  );

  it('known keys stay in use while the issuer is not available', async () => {
    const away = await startSigner(AUDIENCE);
    const known = createIssuer({ issuer: away.issuer, audience: AUDIENCE, log, cooldownMs: 0 });
    const token = await away.sign(away.claims('ada'));
    expect(await known.verify(token, new Date())).not.toBeNull();
    await away.stop();
    expect(await known.verify(token, new Date())).not.toBeNull();
    // an unknown key cannot be checked now
    const unknown = await away.sign(away.claims('ada'), { kid: 'new' });
    await expect(known.verify(unknown, new Date())).rejects.toThrow(IssuerUnavailable);
  });

  it.each([
    ['an error', { status: 500, body: '' }],
    ['a reply that is not JSON', { status: 200, body: '<html>' }],
    ['another document', { status: 200, body: '{"keys":7}' }],
    [
      'another issuer',
      { status: 200, body: '{"issuer":"https://evil.example","jwks_uri":"https://evil.example/j"}' },
    ],
    ['a redirect', { status: 302, body: '' }],
    ['an endless document', { status: 200, body: ' '.repeat(600 * 1024) }],
  ])('the keys are not available with %s, and are available again afterwards', async (_, faultyReply) => {
    const token = await signer.sign(good());
    signer.faultyReply = faultyReply;
    await expect(verify(token)).rejects.toThrow(IssuerUnavailable);
    const asked = signer.asked.discovery;
    await expect(verify(token)).rejects.toThrow(IssuerUnavailable);
    // no request is sent for a while after a failure
    expect(signer.asked.discovery).toBe(asked);
    signer.faultyReply = null;
    issuer = createIssuer({ issuer: signer.issuer, audience: AUDIENCE, log });
    expect(await verify(token)).not.toBeNull();
  });

  it('the keys are served by an origin that the browser is allowed to contact', async () => {
    expect(issuer.browserOrigins()).toEqual([signer.issuer]);
    issuer.warm();
    await expect.poll(async () => (await verify(await signer.sign(good())))?.subject).toBe('ada');
    expect(issuer.browserOrigins()).toEqual([signer.issuer]);
  });
});
