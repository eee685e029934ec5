import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { Errors } from '../http/index.ts';
import type { Guess } from './limits.ts';
import { Throttle } from './throttle.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => sql`delete from attempt`.execute(database.kysely));

const pair = (account: string, address = '192.0.2.1') => ({ kind: 'sign-in' as const, account, address });
const sleep = async () => undefined;
const makeThrottle = () => new Throttle({ database, clock: systemClock, sleep });

/** Makes concurrent attempts; returns how many of them were not refused. */
async function madeOf(throttles: readonly Throttle[], times: number, account: string): Promise<number> {
  let made = 0;
  const attempts = Array.from({ length: times }, (_, n) =>
    throttles[n % throttles.length]!.attempt(pair(account), async () => {
      made += 1;
      return null;
    }),
  );
  await Promise.allSettled(attempts);
  return made;
}

it('P13 contract 10.16 several servers share the counts: together they allow ten attempts', async () => {
  const servers = [makeThrottle(), makeThrottle(), makeThrottle()];
  expect(await madeOf(servers, 60, 'shared')).toBe(10);
  await expect(makeThrottle().attempt(pair('shared'), async () => 'right')).rejects.toMatchObject({
    code: 429,
  });
});

it('P13 another network address has a separate count', async () => {
  expect(await madeOf([makeThrottle()], 12, 'elsewhere')).toBe(10);
  const attempt = makeThrottle().attempt(pair('elsewhere', '192.0.2.2'), async () => 'right');
  expect(await attempt).toBe('right');
});

it('an attempt that throws counts as a failure and does not block the next one', async () => {
  const throttle = makeThrottle();
  const broken = throttle.attempt(pair('broken'), async () => {
    throw new Error('no database');
  });
  await expect(broken).rejects.toThrow('no database');
  expect(await throttle.attempt(pair('broken'), async () => 'right')).toBe('right');
  expect(await madeOf([throttle], 12, 'broken')).toBe(9);
});

it('P13 the answer to a failure is delayed, longer with each failure, at most 1 s', async () => {
  const delays: number[] = [];
  const throttle = new Throttle({ database, clock: systemClock, sleep: async (ms) => delays.push(ms) });
  expect(await madeOf([throttle], 12, 'slow')).toBe(10);
  expect(delays.toSorted((one, other) => one - other)).toEqual([
    10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000,
  ]);
});

it('P13 without a fake timer the answer is really delayed', async () => {
  const delays: number[] = [];
  const throttle = new Throttle({ database, clock: systemClock });
  for (let n = 0; n < 4; n += 1) {
    const startedAt = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one failure after the other
    await throttle.attempt(pair('real'), async () => null);
    delays.push(performance.now() - startedAt);
  }
  // Only lower limits are checked, because a busy machine adds time. A timer may fire 1 ms early.
  for (const [n, delay] of delays.entries()) expect(delay).toBeGreaterThanOrEqual(10 * 2 ** n - 2);
});

it('GUARD-21 five requests for codes an hour and ten a day are allowed', async () => {
  let now = new Date('2026-11-22T08:00:00Z');
  const throttle = new Throttle({ database, clock: { now: () => now }, sleep });
  const request = { kind: 'link-code-request' as const, link: 'lnk', recipient: 'zoe', address: '::1' };
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const makeFive = async () => {
    for (let n = 0; n < 5; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await throttle.count(request);
    }
  };
  const refused = (retryAt: string) =>
    expect(throttle.count(request)).rejects.toMatchObject({
      code: 429,
      retryAt: new Date(retryAt),
    });
  await makeFive();
  later(59);
  await refused('2026-11-22T09:00:00Z');
  later(1);
  await makeFive();
  later(60);
  await refused('2026-11-23T08:00:00Z');
});

it('USE-48 P13 the refusal contains the time at which the oldest failure leaves the window', async () => {
  let now = new Date('2026-11-22T08:00:00Z');
  const throttle = new Throttle({ database, clock: { now: () => now }, sleep });
  for (let n = 0; n < 10; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one failure after the other
    await throttle.attempt(pair('until'), async () => null);
    now = new Date(now.getTime() + 60_000);
  }
  const right = () => throttle.attempt(pair('until'), async () => 'right');
  await expect(right()).rejects.toMatchObject({ retryAt: new Date('2026-11-22T08:15:00Z') });
  now = new Date('2026-11-22T08:15:00Z');
  expect(await right()).toBe('right');
});

const wrong = async () => null;
const right = async () => 'right';

/** Makes failures at once. */
async function fail(throttle: Throttle, guesses: readonly Guess[]): Promise<void> {
  const results = await Promise.all(guesses.map((guess) => throttle.attempt(guess, wrong)));
  expect(results).toEqual(guesses.map(() => null));
}
const many = (count: number, guess: (n: number) => Guess) =>
  Array.from({ length: count }, (_, n) => guess(n));

it('GUARD-22 one account has 30 failures from all addresses in 15 minutes', async () => {
  const throttle = makeThrottle();
  await fail(
    throttle,
    many(30, (n) => pair('one', `192.0.2.${n}`)),
  );
  await expect(throttle.attempt(pair('one', '198.51.100.1'), right)).rejects.toMatchObject({
    code: 429,
    rateLimit: 'sign-in-account',
  });
  expect(await throttle.attempt(pair('other', '198.51.100.1'), right)).toBe('right');
});

it('GUARD-22 GUARD-21 one network, such as an IPv6 /64, has 50 failures in 15 minutes', async () => {
  const throttle = makeThrottle();
  const from = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
  await fail(
    throttle,
    many(50, (n) => pair(`account ${n}`, from(n))),
  );
  await expect(throttle.attempt(pair('next', from(99)), right)).rejects.toMatchObject({
    rateLimit: 'sign-in-network',
  });
  expect(await throttle.attempt(pair('next', '2001:db8:1:3::1'), right)).toBe('right');
});

it('a refused attempt is stored in no rate limit, and a success in none', async () => {
  const throttle = makeThrottle();
  await fail(
    throttle,
    many(10, () => pair('stored')),
  );
  const stored = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from attempt`.execute(
      database.kysely,
    );
    return rows[0]?.count;
  };
  expect(await stored()).toBe(30);
  await expect(throttle.attempt(pair('stored'), wrong)).rejects.toMatchObject({ code: 429 });
  await throttle.attempt(pair('another'), right);
  expect(await stored()).toBe(30);
});

it('a refusal of the attempt itself counts nothing: no password was checked', async () => {
  const throttle = makeThrottle();
  const full = async () => {
    throw Errors.tooManyAttempts();
  };
  for (let n = 0; n < 11; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(throttle.attempt(pair('full'), full)).rejects.toMatchObject({ code: 429 });
  }
  expect(await throttle.attempt(pair('full'), right)).toBe('right');
});

it('GUARD-22 right attempts at once do not refuse each other, whatever they have in common', async () => {
  const throttle = makeThrottle();
  const results = await Promise.all(
    many(90, (n) => pair(`person ${n}`)).map((one) => throttle.attempt(one, right)),
  );
  expect(results).toEqual(results.map(() => 'right'));
});

it('an attempt above the limit waits for attempts that run, and a flood of them is refused', async () => {
  const throttle = makeThrottle();
  const { promise, resolve } = Promise.withResolvers<string>();
  const started: string[] = [];
  const begin = (n: number) =>
    throttle.attempt(pair('slow'), async () => {
      started.push(`attempt ${n}`);
      return promise;
    });
  const running = Array.from({ length: 10 }, (_, n) => begin(n));
  await expect.poll(() => started.length).toBe(10);
  let refused = 0;
  const later = Promise.allSettled(
    Array.from({ length: 80 }, async (_, n) =>
      begin(10 + n).catch((error: unknown) => {
        refused += 1;
        throw error;
      }),
    ),
  );
  await expect.poll(() => refused).toBe(30);
  resolve('right');
  const waited = (await later).filter(({ status }) => status === 'fulfilled');
  expect(waited).toHaveLength(50);
  expect(await Promise.all(running)).toHaveLength(10);
});

it('GUARD-21 a flood at one link reaches the database once a second', async () => {
  const throttle = makeThrottle();
  const transactions = vi.spyOn(database, 'transaction');
  const guess = (n: number): Guess => ({ kind: 'link-password', link: 'lnk', address: `192.0.2.${n % 60}` });
  const flood = () => Promise.allSettled(many(90, guess).map((one) => throttle.attempt(one, wrong)));
  const checked = (await flood()).filter(({ status }) => status === 'fulfilled');
  expect(checked).toHaveLength(10);
  const before = transactions.mock.calls.length;
  await flood();
  expect(transactions.mock.calls.length - before).toBeLessThan(10);
  transactions.mockRestore();
});
