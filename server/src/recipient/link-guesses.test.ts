import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { waitingMails } from '../testing/waiting-mails.ts';
import { requestedCode } from './fixtures/codes.ts';
import { type MadeLink, makeLink, put } from './fixtures/visitors.ts';

const START = Date.now();
let now = START;
let vault: TestApp;
const agents = new Map<string, Agent>();
beforeAll(async () => {
  vault = await createTestApp({ clock: { now: () => new Date(now) } });
  await put(vault, { folder: 'Guessed', name: 'a.txt', bytes: 'x' });
});
afterAll(async () => {
  for (const agent of agents.values()) agent.destroy();
  await vault.close();
});
beforeEach(async () => {
  now = START;
  await sql`delete from attempt`.execute(vault.database.kysely);
  await sql`delete from mail`.execute(vault.database.kysely);
});

const PASSWORD = 'the right one';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ZOE = 'zoe@example.test';
const IAN = 'ian@example.test';

const locked = () => makeLink(vault, { paths: ['Guessed'], havePassword: true, password: PASSWORD });
const mailed = (options = {}) =>
  makeLink(vault, { paths: ['Guessed'], receiveByEmails: [ZOE, IAN], ...options });

/** Posts to a call of the link from one of many network addresses of this machine. */
async function post(
  link: MadeLink,
  call: string,
  body: object,
  source = 1,
): Promise<{ code: number; retryAfter: number }> {
  const localAddress = `127.0.1.${source}`;
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress });
  agents.set(localAddress, agent);
  const url = `${vault.origin}/api/v1/services/file-system/public/links/${link.token}/${call}`;
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    request(url, { method: 'POST', agent, headers }, resolve).on('error', reject).end(JSON.stringify(body));
  });
  const { code } = (await json(reply)) as { code: number };
  return { code, retryAfter: Number(reply.headers['retry-after']) };
}
const unlock = (link: MadeLink, proof: object, source?: number) => post(link, 'unlock', proof, source);

/** Makes guesses at once, spread over 60 addresses; returns how many of them were checked. */
async function checkedOf(link: MadeLink, guesses: number): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: guesses }, (_, n) => unlock(link, { password: `guess ${n}` }, 1 + (n % 60))),
  );
  const codes = new Set(replies.map(({ code }) => code));
  expect([...codes].filter((code) => code !== 403 && code !== 429)).toEqual([]);
  return replies.filter(({ code }) => code === 403).length;
}

const notices = async () =>
  (await waitingMails(vault)).filter(({ subject }) => subject.startsWith('Too many'));

async function newCode(link: MadeLink, email: string): Promise<string> {
  await sql`delete from mail`.execute(vault.database.kysely);
  expect(await post(link, 'verify-email', { email })).toMatchObject({ code: 200 });
  return requestedCode(vault, link);
}
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

/** Types wrong codes, one after the other. */
async function typeWrong(link: MadeLink, email: string, times: number): Promise<number[]> {
  const codes: number[] = [];
  for (let n = 0; n < times; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    codes.push((await unlock(link, { email, code: `x${n}` }, 1 + n)).code);
  }
  return codes;
}

it('GUARD-21 of 536 guesses from 60 addresses a link checks ten a minute', async () => {
  const link = await locked();
  expect(await checkedOf(link, 536)).toBe(10);
  const refused = await unlock(link, { password: PASSWORD }, 61);
  expect(refused).toMatchObject({ code: 429 });
  expect(await unlock(await locked(), { password: PASSWORD }, 61)).toMatchObject({ code: 200 });
  now += MINUTE_MS;
  expect(await unlock(link, { password: PASSWORD }, 61)).toMatchObject({ code: 200 });
});

it('GUARD-21 a link checks 100 wrong passwords a day', async () => {
  const link = await locked();
  await sql`
    insert into attempt (kind, subject, address, attempted_at)
    select 'link-check', ${link.id}, '', ${new Date(START)}::timestamptz + n * interval '6 s'
    from generate_series(1, 99) as n`.execute(vault.database.kysely);
  now = START + 60 * MINUTE_MS;
  expect(await unlock(link, { password: PASSWORD })).toMatchObject({ code: 200 });
  expect(await checkedOf(link, 3)).toBe(1);
  const refused = await unlock(link, { password: PASSWORD }, 2);
  expect(refused.code).toBe(429);
  expect(refused.retryAfter).toBeGreaterThan(23 * 60 * 60);
  now = START + DAY_MS + MINUTE_MS;
  expect(await unlock(link, { password: PASSWORD }, 2)).toMatchObject({ code: 200 });
});

it('GUARD-21 the sharer gets one mail a day about a link with too many guesses', async () => {
  const link = await locked();
  await checkedOf(link, 30);
  expect(await notices()).toHaveLength(1);
  now += MINUTE_MS;
  await checkedOf(link, 30);
  const [notice, ...others] = await notices();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    recipients: ['ada@example.test'],
    subject: 'Too many wrong attempts to open Guessed - Portal Vault',
  });
  expect(notice?.text).toContain(`&link=${link.id}`);
  for (const secret of [link.token, PASSWORD]) expect(notice?.text).not.toContain(secret);
  now = START + DAY_MS;
  await checkedOf(link, 30);
  expect(await notices()).toHaveLength(2);
});

it('GUARD-21 guesses within the limits send no mail', async () => {
  const link = await locked();
  await checkedOf(link, 9);
  expect(await notices()).toEqual([]);
});

it('GUARD-21 codes count for the link too, for addresses that are recipients or not', async () => {
  const link = await mailed();
  await newCode(link, ZOE);
  expect(await typeWrong(link, ZOE, 6)).toEqual(Array.from({ length: 6 }, () => 403));
  expect(await typeWrong(link, 'mallory@example.test', 6)).toEqual([403, 403, 403, 403, 429, 429]);
  expect(await typeWrong(link, IAN, 2)).toEqual([429, 429]);
  expect((await notices()).map(({ subject }) => subject)).toEqual([
    'Too many wrong attempts to open Guessed - Portal Vault',
  ]);
});

it('USE-06 GUARD-21 above the limit of the link a new right code of a recipient opens it', async () => {
  const link = await mailed();
  await typeWrong(link, 'mallory@example.test', 12);
  const code = await newCode(link, IAN);
  expect(await unlock(link, { email: IAN, code })).toMatchObject({ code: 200 });
});

it('GUARD-21 above the limit of the link a code is checked once, and a wrong one is refused', async () => {
  const link = await mailed();
  await typeWrong(link, 'mallory@example.test', 12);
  const code = await newCode(link, IAN);
  const wrong = { email: IAN, code: wrongFor(code) };
  const unlisted = { ...wrong, email: 'other@example.test' };
  expect(await unlock(link, wrong)).toMatchObject({ code: 429 });
  expect(await unlock(link, unlisted)).toMatchObject({ code: 429 });
  expect(await unlock(link, { email: IAN, code })).toMatchObject({ code: 429 });
});

it('GUARD-21 USE-06 a new code does not renew the 15 tries of the hour', async () => {
  const link = await mailed();
  for (let round = 0; round < 3; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one code after the other
    await newCode(link, ZOE);
    // oxlint-disable-next-line no-await-in-loop
    expect(await typeWrong(link, ZOE, 5)).toEqual([403, 403, 403, 403, 403]);
    now += MINUTE_MS;
  }
  const proof = { email: ZOE, code: await newCode(link, ZOE) };
  const refused = await unlock(link, proof);
  expect(refused.code).toBe(429);
  expect(refused.retryAfter).toBeGreaterThan(55 * 60);
  const ian = { email: IAN, code: await newCode(link, IAN) };
  expect(await unlock(link, ian)).toMatchObject({ code: 200 });
  now = START + 60 * MINUTE_MS;
  expect(await unlock(link, proof)).toMatchObject({ code: 200 });
});

it('USE-06 the wrong passwords of one recipient with a code count for no other recipient', async () => {
  const link = await mailed({ havePassword: true, password: PASSWORD });
  const zoe = { email: ZOE, code: await newCode(link, ZOE) };
  const ian = { email: IAN, code: await newCode(link, IAN) };
  for (let n = 0; n < 10; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- guesses come one after the other
    expect(await unlock(link, { ...zoe, password: `guess ${n}` })).toMatchObject({ code: 403 });
  }
  expect(await unlock(link, { ...zoe, password: PASSWORD })).toMatchObject({ code: 429 });
  expect(await unlock(link, { ...ian, password: PASSWORD })).toMatchObject({ code: 200 });
});
