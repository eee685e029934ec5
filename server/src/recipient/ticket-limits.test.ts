import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { makeLink, type MadeLink, open, type OpenedLink, put } from './fixtures/visitors.ts';

let vault: TestApp;
let link: MadeLink;
beforeAll(async () => {
  vault = await createTestApp();
  await put(vault, { folder: 'Shared', name: 'a.txt', bytes: 'a' });
  link = await makeLink(vault, { paths: ['Shared'], allowDownload: true });
});
afterAll(() => vault.close());
beforeEach(() => sql`delete from download_ticket`.execute(vault.database.kysely));

/** Prepares a download, and counts it as one of many entries. */
async function prepare(visitor: OpenedLink, entries = 1) {
  const reply = await visitor.ask(contract.recipient.downloadTicket, { body: { paths: ['Shared'] } });
  await sql`
    update download_ticket set entry_count = ${entries}
    where created_at = (select max(created_at) from download_ticket)`.execute(vault.database.kysely);
  return reply;
}

it('GUARD-24 the downloads that a visitor has prepared have at most 50,000 entries', async () => {
  const visitor = await open(vault, link);
  expect((await prepare(visitor, 50_000)).status).toBe(200);
  const refused = await prepare(visitor);
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(600);
  expect((await prepare(await open(vault, link))).status).toBe(200);
});

it('GUARD-24 downloads without a preparation count too', async () => {
  const visitor = await open(vault, link);
  const download = () => visitor.ask(contract.recipient.download, { body: { paths: ['Shared'] } });
  const started = await download();
  expect(started.status).toBe(200);
  await started.arrayBuffer();
  await prepare(visitor, 49_998);
  expect((await download()).status).toBe(200);
  expect((await download()).status).toBe(429);
});

it('GUARD-24 those of all visitors of a link have at most 500,000', async () => {
  for (let n = 0; n < 10; n += 1) await prepare(await open(vault, link), 50_000);
  expect((await prepare(await open(vault, link))).status).toBe(429);
  const other = await makeLink(vault, { paths: ['Shared'], allowDownload: true });
  expect((await prepare(await open(vault, other))).status).toBe(200);
});
