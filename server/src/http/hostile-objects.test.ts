import { contract, type Endpoint } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { answerOf, type Client, createClient } from '../testing/client.ts';
import { mustWithstandObjects } from '../testing/hostile.ts';
import { makeLink } from '../testing/links.ts';
import { ACME } from '../testing/seeded-items.ts';

const { session, organise, recipient } = contract;

const CALLS = Object.values(contract)
  .flatMap((area) => Object.values(area as Record<string, Endpoint>))
  // an event stream has no end, and signing out would end the test's session
  .filter((call) => call.reply !== 'events' && call !== session.signOut)
  // DELETE is last: after one with a body, fetch opens a connection for each request, at three times the CPU time.
  .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
const UPLOADS: readonly Endpoint[] = [
  recipient.prepareUpload,
  recipient.scanUpload,
  recipient.sendFiles,
  recipient.transferUpload,
];

let vault: TestApp;
let links: Record<'share' | 'request', { token: string; visitor: Client }>;
beforeAll(async () => {
  vault = await createTestApp();
  const ada = await vault.as('everything');
  await ada.data(organise.createFolder, { params: { recordId: ACME }, query: { name: 'A' } });
  links = {
    share: await opened(await makeLink(vault, { paths: ['A'] })),
    request: await opened(await makeLink(vault, { path: 'A' }, { call: 'requestLink' })),
  };
});
afterAll(() => vault.close());

async function opened({ token }: { token: string }) {
  const { visitorToken } = await vault.anonymous.data(recipient.unlock, { params: { token }, body: {} });
  return { token, visitor: createClient(vault.origin, visitorToken) };
}

describe('SAFE-27 objects in place of strings, lists and numbers are refused', () => {
  const NOT_COMPARABLE = { length: { toString: 1 } };
  const PUBLIC_LINK = '/api/v1/services/file-system/public/links/TOKEN';

  it.each<[path: string, field: string]>([
    [session.signIn.path, 'email'],
    [`${PUBLIC_LINK}/verify-email`, 'email'],
    [`${PUBLIC_LINK}/unlock`, 'password'],
  ])('SAFE-27 %s answers 400 without sign-in', async (path, field) => {
    const response = await vault.anonymous.fetch(path.replace('TOKEN', links.share.token), {
      method: 'POST',
      body: JSON.stringify({ email: 'a@b.c', password: 'x', [field]: NOT_COMPARABLE }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await answerOf(response)).toMatchObject({ status: 400, code: 400 });
  });

  it.each(CALLS)('SAFE-27 $name never answers with 5xx', async (endpoint) => {
    const link = UPLOADS.includes(endpoint) ? links.request : links.share;
    const clients: Partial<Record<Endpoint['access'], Client>> = {
      public: vault.anonymous,
      link: vault.anonymous,
      visitor: link.visitor,
    };
    await mustWithstandObjects(clients[endpoint.access] ?? (await vault.as('everything')), endpoint, {
      recordId: ACME,
      linkId: ACME,
      linkedId: ACME,
      token: link.token,
    });
  });
});
