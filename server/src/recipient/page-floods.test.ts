import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { raiseAttempts } from './fixtures/attempts.ts';
import { fileAt, makeLink, type MadeLink, open, put, visitorOf } from './fixtures/visitors.ts';

const { recipient } = contract;

let vault: TestApp;
let link: MadeLink;
let externalId: string;
beforeAll(async () => {
  vault = await createTestApp();
  const { id } = await put(vault, { folder: 'Shared', name: 'a.txt', bytes: 'abc' });
  ({ externalId } = await fileAt(vault, id));
});
afterAll(() => vault.close());
beforeEach(async () => {
  link = await makeLink(vault, { paths: ['Shared'] });
});

const page = (of: MadeLink) => visitorOf(vault, of, null).ask(recipient.landing, {});
const unlock = (of: MadeLink) => visitorOf(vault, of, null).ask(recipient.unlock, { body: {} });
const countEntries = async (): Promise<unknown> => {
  const { rows } = await sql`
    select count(*) from audit_entry where action in ('link.page', 'link.open', 'file.preview')`.execute(
    vault.database.kysely,
  );
  return rows;
};

async function expectTooMany(refused: Response): Promise<void> {
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ errorCode: 'RATE_LIMITED' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(59 * 60);
}

it('GUARD-24 one network gets 2,000 pages and openings of a link in an hour; more leave no entries', async () => {
  expect((await page(link)).status).toBe(200);
  await raiseAttempts(vault, link, { kind: 'link-page', to: 1999 });
  expect((await unlock(link)).status).toBe(200);
  const before = await countEntries();
  for (const refused of [await page(link), await unlock(link)]) await expectTooMany(refused);
  expect(await countEntries()).toEqual(before);
});

it('GUARD-24 other links are not affected', async () => {
  await page(link);
  await raiseAttempts(vault, link, { kind: 'link-page', to: 2000 });
  const other = await makeLink(vault, { paths: ['Shared'] });
  expect([(await page(link)).status, (await page(other)).status, (await unlock(other)).status]).toEqual([
    429, 200, 200,
  ]);
});

it('GUARD-24 one network gets 10,000 previews of a link in an hour; one that is being read continues', async () => {
  const visitor = await open(vault, link);
  const preview = (headers = {}) => visitor.ask(recipient.preview, { params: { externalId } }, headers);
  expect((await preview({ range: 'bytes=0-0' })).status).toBe(206);
  await raiseAttempts(vault, link, { kind: 'link-preview', to: 9999 });
  expect((await preview()).status).toBe(200);
  const before = await countEntries();
  await expectTooMany(await preview());
  expect(await countEntries()).toEqual(before);
  expect(await (await preview({ range: 'bytes=1-2' })).text()).toBe('bc');
});
