import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { contract, requestOf } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { fillVault } from '../testing/real-files.ts';
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

describe('GUARD-09 replies that are not sent by a route', () => {
  const RULES = { 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' };

  it('an address that cannot be decoded is not stored, and demands TLS', async () => {
    const reply = await fetch(`${vault.origin}/api/%zz`);
    await reply.body?.cancel();
    expect(Object.fromEntries(reply.headers)).toMatchObject({ ...RULES, 'cache-control': 'no-store' });
  });

  it('a stream of events and a download, which are written beside the framework, have the rules too', async () => {
    const ada = await vault.as('everything');
    const params = { recordId: RECORDS.acme };
    const stream = await ada.fetch(requestOf(contract.events.stream, { params }).path);
    expect(Object.fromEntries(stream.headers)).toMatchObject(RULES);
    expect(OWN_RULES).toContain(stream.headers.get('cache-control'));
    await stream.body?.cancel();
    await fillVault(vault.deps, RECORDS.acme, { files: [{ folder: 'Raw', name: 'a.txt', bytes: 'a' }] });
    const { path, body } = requestOf(contract.download.selection, {
      body: { linkId: RECORDS.acme, paths: ['Raw'] },
    });
    const headers = { 'content-type': 'application/json' };
    const download = await ada.fetch(path, { method: 'POST', body, headers });
    expect(download.status).toBe(200);
    expect(Object.fromEntries(download.headers)).toMatchObject(RULES);
    expect(OWN_RULES).toContain(download.headers.get('cache-control'));
    await download.body?.cancel();
  });
});
