import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { clearLinks, linkRows, make, type Making } from '../testing/links.ts';
import { setUpItems } from '../testing/seeded-items.ts';

const HOUR_MS = 3_600_000;
const START = Date.now();
let now = START;
let vault: TestApp;
beforeAll(async () => {
  const settings = { ...SETTINGS, mailPerHour: 5 };
  vault = await createTestApp({ settings, clock: { now: () => new Date(now) } });
});
afterAll(() => vault.close());
beforeEach(async () => {
  now = START;
  await clearLinks(vault);
  await sql`delete from attempt`.execute(vault.database.kysely);
  await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }]);
});

const REFUSED = {
  code: 429,
  data: null,
  errorCode: 'MAIL_LIMIT_REACHED',
  errorMessage: 'You have sent too many e-mails within an hour, so no link was made. Please try again later.',
};
const people = (count: number) => Array.from({ length: count }, (_, n) => `person${n}@example.test`);
const send = (recipients: number, options: object = {}, making: Making = {}) =>
  make(
    vault,
    { paths: ['A'], receiveByEmails: people(recipients), ...options },
    { call: 'shareByEmail', ...making },
  );
const mails = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mail`.execute(
    vault.database.kysely,
  );
  return rows[0]?.count;
};

it('GUARD-23 above the mails of an hour a call is refused, and nothing is made or queued', async () => {
  expect(await send(3, { separate: true })).toMatchObject({ code: 200 });
  expect(await send(1, { copy: true })).toMatchObject({ code: 200 });
  const before = { mails: await mails(), links: await linkRows(vault) };
  expect(before.mails).toBe(5);
  expect(await send(1)).toMatchObject(REFUSED);
  expect(
    await make(vault, { path: 'A', receiveByEmails: people(1) }, { call: 'requestByEmail' }),
  ).toMatchObject(REFUSED);
  expect({ mails: await mails(), links: await linkRows(vault) }).toEqual(before);
  expect(await make(vault, { paths: ['A'] })).toMatchObject({ code: 200 });
  now += HOUR_MS;
  expect(await send(5)).toMatchObject({ code: 200 });
});

it('GUARD-23 a mail to several recipients counts once for each, and a refused call counts nothing', async () => {
  expect(await send(3)).toMatchObject({ code: 200 });
  expect(await send(3)).toMatchObject(REFUSED);
  expect(await send(6)).toMatchObject(REFUSED);
  expect(await send(2)).toMatchObject({ code: 200 });
  expect(await send(1)).toMatchObject(REFUSED);
});

it('GUARD-23 another account has its own limit', async () => {
  expect(await send(5)).toMatchObject({ code: 200 });
  expect(await send(1)).toMatchObject(REFUSED);
  expect(await send(1, {}, { user: 'colleague' })).toMatchObject({ code: 200 });
});

it('GUARD-23 of calls at once only the mails of an hour are queued', async () => {
  const replies = await Promise.all(Array.from({ length: 9 }, () => send(1)));
  expect(replies.filter(({ code }) => code === 200)).toHaveLength(5);
  expect(replies.filter(({ code }) => code === 429)).toHaveLength(4);
  expect(await linkRows(vault)).toHaveLength(5);
});
