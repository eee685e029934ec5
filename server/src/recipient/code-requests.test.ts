import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken } from '../platform/tokens/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { newestCode, waitingMails } from '../testing/waiting-mails.ts';
import { type MadeLink, makeLink, put, visitorOf } from './fixtures/visitors.ts';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const sendCode = (link: MadeLink, email: string) =>
  visitorOf(vault, link, null).ask(contract.recipient.sendCode, { body: { email } });
const storedAttempts = async () => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from attempt where kind like 'link-code-%'`.execute(vault.database.kysely);
  return rows[0]?.count;
};

it('GUARD-21 a network address gets 100 code requests per link and hour; others store nothing', async () => {
  await put(vault, { folder: 'Codes', name: 'a.txt', bytes: 'x' });
  const recipients = Array.from({ length: 20 }, (_, n) => `person${n}@example.test`);
  const make = () => makeLink(vault, { paths: ['Codes'], receiveByEmails: recipients });
  const link = await make();
  // First all recipients request codes (USE-06), then a caller that invents addresses.
  const madeUp = Array.from({ length: 100 }, (_, n) => `made-up-${n}@example.test`);
  for (const email of recipients) {
    expect((await sendCode(link, email)).status).toBe(200);
  }
  const replies = await Promise.all(madeUp.map((email) => sendCode(link, email)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(80);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(20);
  const seconds = Number(refused[0]?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(59 * 60);
  expect(seconds).toBeLessThanOrEqual(60 * 60);
  const stored = await storedAttempts();
  expect(stored).toBe(200);
  await Promise.all(madeUp.map((email) => sendCode(link, `more-${email}`)));
  expect(await storedAttempts()).toBe(stored);
  expect((await sendCode(await make(), 'person1@example.test')).status).toBe(200);
});

it('GUARD-06 the stored hash of an access code reveals no code to a reader of the database', async () => {
  await put(vault, { folder: 'Hashes', name: 'a.txt', bytes: 'x' });
  const email = 'person@example.test';
  const link = await makeLink(vault, { paths: ['Hashes'], receiveByEmails: [email] });
  await sendCode(link, email);
  const { rows } = await sql<{ codeHash: Buffer }>`
    select code_hash from link_code where link_id = ${link.id}`.execute(vault.database.kysely);
  const [stored] = rows;
  const code = await newestCode(vault, email);
  expect(code).not.toBe('');
  expect(stored?.codeHash.equals(hashToken([link.id, email, code].join('\n')))).toBe(false);
});

it('GUARD-21 of 25 requests for codes to one recipient five send a mail', async () => {
  await put(vault, { folder: 'Victim', name: 'a.txt', bytes: 'x' });
  const email = 'victim@example.test';
  const link = await makeLink(vault, { paths: ['Victim'], receiveByEmails: [email] });
  const mails = async () =>
    (await waitingMails(vault)).filter(({ linkId, text }) => linkId === link.id && /\d{6}/.test(text)).length;
  const before = await mails();
  const statuses: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as the attack
    statuses.push((await sendCode(link, email)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect((await mails()) ?? 0).toBe((before ?? 0) + 5);
});
