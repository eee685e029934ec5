import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../platform/tokens/index.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { ACME } from '../testing/seeded-items.ts';
import { waitingMails } from '../testing/waiting-mails.ts';
import { codeHashOf } from './codes.ts';
import { mailRequestedCodes, requestedCode } from './fixtures/codes.ts';
import { type MadeLink, makeLink, put, visitorOf } from './fixtures/visitors.ts';
import { mailCode } from './request-code.ts';

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
  const code = await requestedCode(vault, link, email);
  const { rows } = await sql<{ codeHash: Buffer }>`
    select code_hash from link_code where link_id = ${link.id}`.execute(vault.database.kysely);
  const [stored] = rows;
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
    // oxlint-disable-next-line no-await-in-loop
    await mailRequestedCodes(vault);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect((await mails()) ?? 0).toBe((before ?? 0) + 5);
});

describe('GUARD-21 the work of a request does not depend on the address', () => {
  const RECIPIENT = 'listed@example.test';
  const STRANGER = 'stranger@example.test';
  const shared = async (folder: string) => {
    await put(vault, { folder, name: 'a.txt', bytes: 'x' });
    return makeLink(vault, { paths: [folder], receiveByEmails: [RECIPIENT] });
  };
  const codesOf = async (link: MadeLink) => {
    const { rows } = await sql<{ email: string; tries: number }>`
      select email, tries from link_code where link_id = ${link.id} order by email`.execute(
      vault.database.kysely,
    );
    return rows;
  };
  const mailsOf = async (link: MadeLink) =>
    (await waitingMails(vault)).filter(({ linkId }) => linkId === link.id).flatMap((mail) => mail.recipients);
  const guess = async (link: MadeLink, email: string, code: string) => {
    const reply = await visitorOf(vault, link, null).ask(contract.recipient.unlock, {
      body: { email, code },
    });
    return reply.status;
  };
  /** A code without digits is never the right one. */
  const WRONG = 'wrong';

  it.each([
    { email: RECIPIENT, outcome: 'success' },
    { email: STRANGER, outcome: 'refused' },
  ])('the call for $email records it and adds a job, nothing else', async ({ email, outcome }) => {
    const link = await shared(`Call for ${email}`);
    const entries = recordedBy(vault.database, () => sendCode(link, email));
    expect(await entries).toMatchObject([{ action: 'link.code', outcome, personal: { email } }]);
    const { rows } = await sql<{ payload: object }>`
      select payload from graphile_worker._private_jobs where key like ${`%${link.id} ${email}`}`.execute(
      vault.database.kysely,
    );
    expect(rows).toMatchObject([{ payload: { linkId: link.id, email } }]);
    expect(await codesOf(link)).toEqual([]);
    expect(await mailsOf(link)).toEqual([]);
  });

  it('a code for another address is stored too, but not mailed, so that a wrong guess takes the same time', async () => {
    const link = await shared('Guessed');
    await sendCode(link, RECIPIENT);
    await sendCode(link, STRANGER);
    await mailRequestedCodes(vault);
    expect(await mailsOf(link)).toEqual([RECIPIENT]);
    expect(await guess(link, RECIPIENT, WRONG)).toBe(403);
    expect(await guess(link, STRANGER, WRONG)).toBe(403);
    expect(await codesOf(link)).toEqual([
      { email: RECIPIENT, tries: 1 },
      { email: STRANGER, tries: 1 },
    ]);
  });

  it('the code of a stranger opens nothing', async () => {
    const link = await shared('Not for strangers');
    await sendCode(link, STRANGER);
    await mailRequestedCodes(vault);
    const owner = { recordId: ACME, linkId: link.id, email: STRANGER };
    const codeHash = codeHashOf(vault.deps.secretKey, owner, '123456');
    await sql`update link_code set code_hash = ${codeHash} where link_id = ${link.id}`.execute(
      vault.database.kysely,
    );
    expect(await guess(link, STRANGER, '123456')).toBe(403);
  });

  it('a code is not mailed ten minutes late, nor after the link was deleted', async () => {
    const link = await shared('Late');
    const request = { recordId: ACME, linkId: link.id, email: RECIPIENT };
    const before = (ms: number) => ({ ...request, requestedAt: new Date(Date.now() - ms).toISOString() });
    await mailCode(vault.deps, before(10 * 60_000 + 1));
    expect(await codesOf(link)).toEqual([]);
    const ada = await vault.as('everything');
    await ada.data(contract.links.remove, { params: { recordId: ACME, id: link.id } });
    await mailCode(vault.deps, before(0));
    expect([await codesOf(link), await mailsOf(link)]).toEqual([[], []]);
  });
});
