import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { RECORDS } from '../testing/accounts.ts';
import { list, newUid, prepare, put, scan, transfer } from '../testing/upload-pipeline.ts';

const PORTAL = 'https://portal.example.test';
const SECOND = 'http://127.0.0.1:4000';
const OTHERS = [
  'https://evil.example.test',
  'https://portal.example.test.evil.example',
  'http://portal.example.test',
  'https://portal.example.test:8443',
  'null',
];
const LIST = contract.files.list.path.replace(':recordId', RECORDS.acme);
const LINK = contract.recipient.landing.path.replace(':token', 'any');

let vault: TestApp;
let withoutPortals: TestApp;
let screens: string;
beforeAll(async () => {
  screens = await mkdtemp(join(tmpdir(), 'vault-screens-'));
  await writeFile(join(screens, 'index.html'), '<!doctype html><title>Vault</title>');
  await writeFile(join(screens, 'recipient.html'), '<!doctype html><title>Link</title>');
  const settings = { ...SETTINGS, portalOrigins: [PORTAL, SECOND] };
  [vault, withoutPortals] = await Promise.all([
    createTestApp({ settings, screens }),
    createTestApp({ screens }),
  ]);
});
afterAll(async () => {
  await Promise.all([vault.close(), withoutPortals.close()]);
  await rm(screens, { recursive: true });
});

const ask = (path: string, origin: string, init: RequestInit = {}, app = vault) =>
  app.anonymous.fetch(path, { ...init, headers: { origin, ...(init.headers as object) } });
const preflight = (path: string, origin: string, method: string, app = vault) =>
  ask(path, origin, { method: 'OPTIONS', headers: { 'access-control-request-method': method } }, app);
const corsHeaders = ({ headers }: Response) =>
  [...headers].filter(([name]) => name.startsWith('access-control-'));
const words = (response: Response, name: string) => response.headers.get(name)?.toLowerCase().split(', ');

describe('PORTAL_ORIGINS pages of a portal can make the calls of the vault', () => {
  it.each([PORTAL, SECOND])('%s can read replies and refusals', async (origin) => {
    const refused = await ask(LIST, origin);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    const demo = await ask(contract.session.demoAccounts.path, origin);
    expect(demo.headers.get('access-control-allow-origin')).toBe(origin);
    expect(demo.headers.get('vary')).toMatch(/\borigin\b/i);
    const unknown = await ask('/api/v1/nothing', origin);
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([404, origin]);
  });

  it('credentials of the browser are not allowed', async () => {
    expect((await ask(LIST, PORTAL)).headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight(LIST, PORTAL, 'GET')).headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'a preflight allows %s, with a max age',
    async (method) => {
      const answer = await preflight(LIST, PORTAL, method);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe(PORTAL);
      expect(words(answer, 'access-control-allow-methods')).toContain(method.toLowerCase());
      expect(words(answer, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'range',
          'upload-offset',
          'x-client-id',
          'x-rel-file-name',
        ]),
      );
      expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
      expect(answer.headers.get('vary')).toMatch(/\borigin\b/i);
    },
  );

  it('uploads and downloads by signed addresses expose all headers that the screens read', async () => {
    const ada = await vault.as('everything');
    const uid = newUid();
    const address = await prepare(ada, uid, 'plan.txt');
    expect(new URL(address).origin).toBe(vault.origin);
    const from = { headers: { origin: PORTAL } };
    const progress = await fetch(address, { method: 'HEAD', ...from });
    expect(progress.headers.get('access-control-allow-origin')).toBe(PORTAL);
    expect(words(progress, 'access-control-expose-headers')).toContain('upload-offset');
    await put(address, 'the plan', from);
    await scan(ada, uid);
    await transfer(ada, [uid]);

    const [file] = await list(ada);
    const body = { linkId: RECORDS.acme, sfids: [file?.sfid ?? ''] };
    const { url } = await ada.data(contract.download.ticket, { body });
    const bytes = await fetch(url, { headers: { origin: PORTAL, range: 'bytes=4-' } });
    expect([bytes.status, await bytes.text()]).toEqual([206, 'plan']);
    expect(bytes.headers.get('access-control-allow-origin')).toBe(PORTAL);
    expect(words(bytes, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['etag', 'content-range', 'content-disposition']),
    );
    const params = { externalId: file?.externalId ?? '' };
    const picture = await fetch(await ada.data(contract.preview.address, { params }), from);
    expect(picture.headers.get('access-control-allow-origin')).toBe(PORTAL);
  });

  it.each(OTHERS)('a page of %s can read no replies', async (origin) => {
    expect(corsHeaders(await ask(LIST, origin))).toEqual([]);
    const refused = await preflight(LIST, origin, 'GET');
    expect([refused.status, corsHeaders(refused)]).toEqual([404, []]);
  });

  it('calls behind a link and the screens are not open to portals', async () => {
    for (const path of [LINK, `${LINK}/items`, '/s/any', '/vault', '/metrics']) {
      expect([path, corsHeaders(await ask(path, PORTAL))]).toEqual([path, []]);
      expect([path, corsHeaders(await preflight(path, PORTAL, 'GET'))]).toEqual([path, []]);
    }
  });

  it('calls behind a link stay closed to portals with percent-encoded addresses', async () => {
    for (const path of [LINK.replace('links', 'lin%6bs'), LINK.replace('public', '%70ubli%63')]) {
      // oxlint-disable-next-line no-await-in-loop -- two short questions
      const answer = await ask(path, PORTAL);
      const { errorMessage } = (await answer.json()) as { errorMessage: string };
      expect([errorMessage, corsHeaders(answer)]).toEqual(['This link is no longer available.', []]);
    }
    expect(corsHeaders(await ask('/api/v1/%', PORTAL))).toEqual([]);
  });

  it('without the setting there are no CORS headers', async () => {
    for (const origin of [PORTAL, withoutPortals.origin]) {
      expect(corsHeaders(await ask(LIST, origin, {}, withoutPortals))).toEqual([]);
      const refused = await preflight(LIST, origin, 'GET', withoutPortals);
      expect([refused.status, corsHeaders(refused)]).toEqual([404, []]);
    }
  });
});

describe('PORTAL_ORIGINS pages of a portal can frame the vault', () => {
  const frameAncestors = async (path: string, app = vault) => {
    const reply = await app.anonymous.fetch(path, { headers: { accept: 'text/html' } });
    return /frame-ancestors ([^;]*)/.exec(reply.headers.get('content-security-policy') ?? '')?.[1];
  };

  it('portals can frame the vault, but never a page behind a link', async () => {
    expect(await frameAncestors('/vault')).toBe(`'self' ${PORTAL} ${SECOND}`);
    expect(await frameAncestors('/s/any')).toBe("'self'");
    expect(await frameAncestors('/r/any')).toBe("'self'");
  });

  it('without the setting only the vault itself can frame its pages', async () => {
    expect(await frameAncestors('/vault', withoutPortals)).toBe("'self'");
  });
});
