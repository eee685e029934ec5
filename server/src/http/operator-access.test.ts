import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';

// The attack: a visitor of the public address reads the inside of the vault: metrics, dependencies, the API document.

const TOKEN = 'a-long-random-text-of-the-operator';
const CLOSED = ['/metrics', '/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/index.html'];
const publicUrl = 'https://vault.example.test';

async function get({ origin }: TestApp, path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${origin}${path}`, { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}
const refusal = {
  status: 403,
  text: expect.stringContaining('"errorCode":"OPERATORS_ONLY"') as string,
};

/** Settings of vaults, and the headers with which a request arrives. */
const FOREIGN: { what: string; settings: Partial<typeof SETTINGS>; headers?: Record<string, string> }[] = [
  {
    what: 'a client behind a named proxy on this machine',
    settings: { publicUrl, isLocalOnly: false, trustProxy: ['127.0.0.1'] },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  },
  {
    what: 'a client behind a named proxy that claims to be this machine',
    settings: { publicUrl, isLocalOnly: false, trustProxy: ['127.0.0.1'] },
    headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
  },
  {
    what: 'a client behind a named proxy that passes its claim on',
    settings: { publicUrl, isLocalOnly: false, trustProxy: ['127.0.0.1'] },
    headers: { 'x-forwarded-for': '127.0.0.1' },
  },
  {
    what: 'a client behind a number of proxies',
    settings: { publicUrl, isLocalOnly: false, trustProxy: 1 },
    headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
  },
  {
    what: 'a named proxy that hides its clients',
    settings: { publicUrl, isLocalOnly: false, trustProxy: ['127.0.0.1'] },
    headers: { via: '1.1 proxy' },
  },
  { what: 'a proxy on this machine that is not named', settings: { publicUrl, isLocalOnly: false } },
  {
    what: 'a proxy on this machine in front of a local vault',
    settings: {},
    headers: { 'x-forwarded-for': '203.0.113.9' },
  },
  {
    what: 'a wrong token',
    settings: { publicUrl, isLocalOnly: false },
    headers: { authorization: 'Bearer wrong' },
  },
  {
    what: 'an empty token',
    settings: { publicUrl, isLocalOnly: false },
    headers: { authorization: 'Bearer ' },
  },
];

describe.each(FOREIGN)('GUARD-08 $what', ({ settings, headers = {} }) => {
  let vault: TestApp;
  beforeAll(async () => {
    vault = await createTestApp({ settings: { ...SETTINGS, metricsToken: TOKEN, ...settings } });
  });
  afterAll(() => vault.close());

  it('GUARD-08 metrics and API document are refused, and the readiness has no details', async () => {
    for (const path of CLOSED) expect(await get(vault, path, headers)).toMatchObject(refusal);
    const ready = await get(vault, '/readyz', headers);
    expect(ready).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect((await get(vault, '/healthz', headers)).status).toBe(200);
  });

  it('GUARD-08 the token opens them', async () => {
    const withToken = { ...headers, authorization: `Bearer ${TOKEN}` };
    expect((await get(vault, '/metrics', withToken)).text).toContain('process_cpu_user_seconds_total');
    expect((await get(vault, '/api/docs/json', withToken)).text).toContain(contract.organise.move.name);
    const ready = await get(vault, '/readyz', withToken);
    expect(JSON.parse(ready.text)).toEqual({ status: 'ok', database: 'ok', blobs: 'ok', scanner: 'ok' });
  });
});

describe('GUARD-08 a client of this machine', () => {
  it.each([
    ['a local vault', {}],
    ['a vault behind a named proxy', { publicUrl, isLocalOnly: false, trustProxy: ['127.0.0.1'] }],
  ])('GUARD-08 %s shows metrics, details and API document', async (_, settings) => {
    const vault = await createTestApp({ settings: { ...SETTINGS, ...settings } });
    for (const path of ['/metrics', '/api/docs/']) expect((await get(vault, path)).status).toBe(200);
    expect((await get(vault, '/readyz')).text).toContain('"database":"ok"');
    await vault.close();
  });
});

describe('GUARD-08 without METRICS_TOKEN', () => {
  it('GUARD-08 no token opens anything', async () => {
    const vault = await createTestApp({ settings: { ...SETTINGS, publicUrl, isLocalOnly: false } });
    for (const authorization of ['Bearer null', 'Bearer undefined', 'Bearer ', 'Bearer x']) {
      expect(await get(vault, '/metrics', { authorization })).toMatchObject(refusal);
    }
    await vault.close();
  });
});

it('GUARD-08 the API document has the page policy of the screens', async () => {
  const portalOrigins = ['https://portal.example.com'];
  const vault = await createTestApp({ settings: { ...SETTINGS, portalOrigins } });
  for (const path of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui.css', '/api/docs/json']) {
    const policy = (await get(vault, path)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'self' https://portal.example.com");
  }
  // The page needs no inline script, which the policy forbids.
  expect((await get(vault, '/api/docs/')).text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|\son\w+=/);
  await vault.close();
});
