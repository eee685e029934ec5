import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { contract, requestOf } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { REQUESTS } from '../testing/permission-requests/every-call.ts';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp({ settings: { ...SETTINGS, publicUrl: 'https://vault.example.test' } });
});
afterAll(() => vault.close());

/** Replies that a cache may keep if it asks the server before each use. */
const OWN_RULES = ['no-store', 'no-store, no-transform', 'private, no-cache', 'private, no-store'];

describe('GUARD-09 no cache keeps the replies of calls', () => {
  it.each(REQUESTS.map(({ endpoint }) => endpoint.name))(
    'a refused call of %s is not stored',
    async (name) => {
      const endpoint = Object.values(contract)
        .flatMap((area) => Object.values(area))
        .find((one) => one.name === name);
      if (endpoint === undefined) throw new Error(`no call ${name}`);
      const { method } = endpoint;
      const reply = await fetch(`${vault.origin}${endpoint.path.replaceAll(/:\w+/g, 'x')}`, { method });
      await reply.body?.cancel();
      expect(OWN_RULES).toContain(reply.headers.get('cache-control'));
    },
  );

  it('a successful call is not stored', async () => {
    const { path } = requestOf(contract.session.me, {});
    const reply = await (await vault.as('everything')).fetch(path, {});
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('an unknown address and /healthz are not stored', async () => {
    for (const path of ['/api/v1/unknown', '/healthz']) {
      const reply = await fetch(`${vault.origin}${path}`);
      await reply.body?.cancel();
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('GUARD-09 strict transport security', () => {
  const hstsOf = async (app: TestApp, path: string) => {
    const reply = await fetch(`${app.origin}${path}`);
    await reply.body?.cancel();
    return reply.headers.get('strict-transport-security');
  };

  it('with an https PUBLIC_URL every reply demands TLS for a year', async () => {
    for (const path of ['/healthz', '/api/v1/unknown', '/login']) {
      expect(await hstsOf(vault, path)).toBe('max-age=31536000');
    }
  });

  it.each([null, 'http://127.0.0.1:8080'])('with PUBLIC_URL %s it is not sent', async (publicUrl) => {
    const plain = await createTestApp({ settings: { ...SETTINGS, publicUrl } });
    try {
      expect(await hstsOf(plain, '/healthz')).toBeNull();
    } finally {
      await plain.close();
    }
  });
});

describe('the other headers of replies', () => {
  const { path } = requestOf(contract.session.me, {});

  it('every reply forbids sniffing and referrers; no page can frame JSON', async () => {
    const caller = await vault.as('everything');
    for (const address of [path, '/api/v1/unknown', '/healthz', '/unknown']) {
      const { headers } = await caller.fetch(address, {});
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-type')).toMatch(/^application\/json; charset=utf-8$/);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it.each(['TRACE', 'PROPFIND', 'PUT'])('%s of a call that has another method is refused', async (method) => {
    const sent = request(`${vault.origin}${path}`, { method, headers: { 'x-secret': 'not to be repeated' } });
    sent.end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    expect(reply.statusCode).toBe(404);
    expect((await reply.toArray()).join('')).not.toContain('not to be repeated');
  });
});
