import { BACKGROUND_HEADER, contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, RECORDS, USERS } from '../testing/accounts.ts';
import { P1 } from '../testing/answers.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { BROWSER_AGENT, type Client, createClient } from '../testing/client.ts';
import { tidySessions } from './index.ts';

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 10, 23, 9);
let time = START;
const clock = { now: () => new Date(time) };
let vault: TestApp;

const { session, account, events } = contract;

beforeAll(async () => {
  vault = await createTestApp({
    clock,
    settings: { ...SETTINGS, sessionHours: 8, sessionIdleMinutes: 60, trustProxy: ['127.0.0.1'] },
  });
});
afterAll(() => vault.close());
beforeEach(async () => {
  time = START;
  await sql`delete from session`.execute(vault.database.kysely);
});

async function signIn(
  user: 'everything' | 'colleague' = 'everything',
  headers: Record<string, string> = {},
): Promise<Client> {
  const response = await vault.anonymous.fetch(session.signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: USERS[user].email, password: PASSWORD }),
  });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return createClient(vault.origin, data.accessToken);
}

const isOpen = async (client: Client) => (await client.call(session.me)).code === 200;
const inBackground = (client: Client) =>
  client.fetch(session.me.path, { headers: { [BACKGROUND_HEADER]: '1' } });

describe('GUARD-32 the list of sessions', () => {
  it('GUARD-32 C96 a person sees device, address, sign-in and last use of the own sessions', async () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    await signIn('everything', { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.7' });
    await signIn('colleague');
    time += 5 * MINUTE_MS;
    const client = await signIn();

    const [mine, other, ...none] = await client.data(account.sessions);
    expect(none).toEqual([]);
    expect(mine).toEqual({
      sessionId: expect.any(String),
      browser: 'Chrome',
      system: 'Linux',
      address: '127.0.0.1',
      signedInAt: '2026-11-23T09:05:00.000Z',
      lastUsedAt: '2026-11-23T09:05:00.000Z',
      endsAt: '2026-11-23T17:05:00.000Z',
      isCurrent: true,
    });
    expect(other).toMatchObject({
      browser: 'Firefox',
      address: '203.0.113.7',
      signedInAt: '2026-11-23T09:00:00.000Z',
      isCurrent: false,
    });
  });

  it.each([
    ['no user agent', ''],
    ['a user agent that is no browser', '<script>alert(1)</script>'],
    ['a very long user agent', 'a '.repeat(4000)],
  ])('GUARD-32 C96 a sign-in with %s is listed', async (_, userAgent) => {
    await signIn('everything', { 'user-agent': userAgent });
    const list = await (await signIn()).data(account.sessions);
    expect(list).toHaveLength(2);
  });

  it('GUARD-32 C97 a person ends one session; the others continue', async () => {
    const lost = await signIn();
    time += MINUTE_MS;
    const [one, client] = [await signIn(), await signIn()];
    const oldest = (await client.data(account.sessions)).at(-1);
    expect(await client.data(account.endSession, { params: { sessionId: oldest?.sessionId ?? '' } })).toBe(
      true,
    );
    expect(await lost.call(session.me)).toEqual(P1);
    expect(await isOpen(one)).toBe(true);
    expect(await isOpen(client)).toBe(true);
  });

  it('GUARD-32 C98 a person ends all other sessions; other people keep theirs', async () => {
    const [one, other, colleague] = [await signIn(), await signIn(), await signIn('colleague')];
    const client = await signIn();
    expect(await client.data(account.endOtherSessions)).toEqual({ sessions: 2 });
    expect(await one.call(session.me)).toEqual(P1);
    expect(await other.call(session.me)).toEqual(P1);
    expect(await isOpen(colleague)).toBe(true);
    expect(await client.data(account.sessions)).toHaveLength(1);
  });

  it('GUARD-32 C97 sessions of others, ended and unknown ones are not found', async () => {
    const colleague = await signIn('colleague');
    const [ofColleague] = await colleague.data(account.sessions);
    await signIn();
    time += MINUTE_MS;
    const client = await signIn();
    const ended = (await client.data(account.sessions)).at(-1)?.sessionId ?? '';
    const end = (sessionId: string) => client.call(account.endSession, { params: { sessionId } });
    expect(await end(ended)).toMatchObject({ code: 200 });
    for (const id of [ofColleague?.sessionId ?? '', ended, 'unknown', "' or 1=1 --", 'x'.repeat(400)]) {
      expect(await end(id)).toMatchObject({ code: 404, errorCode: 'NOT_FOUND' });
    }
    expect(await isOpen(colleague)).toBe(true);
  });
});

describe('AUDIT-01 ended sessions', () => {
  it('AUDIT-01 GUARD-32 each session that a person ends is recorded', async () => {
    await signIn();
    time += MINUTE_MS;
    await signIn();
    const client = await signIn();
    const ids = (await client.data(account.sessions)).flatMap(({ sessionId, isCurrent }) =>
      isCurrent ? [] : [sessionId],
    );
    const entries = await recordedBy(vault.database, async () => {
      await client.data(account.endSession, { params: { sessionId: ids[0] ?? '' } });
      await client.data(account.endOtherSessions);
      await client.call(account.endSession, { params: { sessionId: 'unknown' } });
    });
    expect(entries.map(({ action, personId, objectId }) => [action, personId, objectId])).toEqual(
      ids.map((id) => ['session.end', USERS.everything.sfid, id]),
    );
  });
});

describe('GUARD-32 the end of unused sessions', () => {
  it('GUARD-32 a session ends 60 minutes after its last use', async () => {
    const client = await signIn();
    time += 59 * MINUTE_MS;
    expect(await isOpen(client)).toBe(true);
    time += 60 * MINUTE_MS - 1;
    expect(await isOpen(client)).toBe(true);
    time += 60 * MINUTE_MS;
    expect(await client.call(session.me)).toEqual(P1);
    // It is neither listed nor does a later call open it again.
    expect(await (await signIn()).data(account.sessions)).toHaveLength(1);
    await tidySessions({ database: vault.database, clock });
    expect(await client.call(session.me)).toEqual(P1);
  });

  it('GUARD-32 calls that no person caused do not keep a session open', async () => {
    const client = await signIn();
    for (let minute = 5; minute < 60; minute += 5) {
      time = START + minute * MINUTE_MS;
      expect((await inBackground(client)).status).toBe(200);
    }
    time = START + 60 * MINUTE_MS;
    expect((await inBackground(client)).status).toBe(401);
  });

  it('GUARD-32 the event stream does not keep a session open, and ends with it', async () => {
    const client = await signIn();
    time += 40 * MINUTE_MS;
    const stream = await client.fetch(events.stream.path.replace(':recordId', RECORDS.acme));
    expect(stream.status).toBe(200);
    time += 20 * MINUTE_MS;
    // The hub checks the sessions of its streams every few seconds.
    expect(await stream.text()).toContain('retry:');
    expect(await client.call(session.me)).toEqual(P1);
  });

  it('GUARD-32 the last use is stored at most once a minute, with the address of that use', async () => {
    const client = await signIn();
    const seenFrom = (address: string) =>
      client.fetch(account.sessions.path, { headers: { 'x-forwarded-for': address } });
    const stored = async () => {
      const { rows } = await sql<{ lastUsedAt: Date; address: string }>`
        select last_used_at, address from session`.execute(vault.database.kysely);
      return rows[0];
    };
    time += MINUTE_MS - 1;
    await seenFrom('203.0.113.8');
    expect(await stored()).toEqual({ lastUsedAt: new Date(START), address: '127.0.0.1' });
    time += 1;
    await seenFrom('203.0.113.8');
    expect(await stored()).toEqual({ lastUsedAt: new Date(time), address: '203.0.113.8' });
  });

  it('GUARD-32 SESSION_HOURS and SESSION_IDLE_MINUTES set the length of sessions', async () => {
    const short = await createTestApp({
      clock,
      settings: { ...SETTINGS, sessionHours: 1, sessionIdleMinutes: 10 },
    });
    try {
      const client = await short.as('everything');
      const [own] = await client.data(account.sessions);
      expect(own?.endsAt).toBe(new Date(START + 60 * MINUTE_MS).toISOString());
      expect(own?.browser).toBe(BROWSER_AGENT.includes('Chrome') ? 'Chrome' : null);
      time += 10 * MINUTE_MS;
      expect(await client.call(session.me)).toEqual(P1);
    } finally {
      await short.close();
    }
  });
});
