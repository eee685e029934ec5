import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { Throttle } from './throttle.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pair = (subject: string, address = '192.0.2.1') => ({ kind: 'sign-in' as const, subject, address });
const sleep = async () => undefined;
const makeThrottle = () => new Throttle({ database, clock: systemClock, sleep });

/** Makes concurrent attempts; returns how many of them were not refused. */
async function madeOf(throttles: readonly Throttle[], times: number, subject: string): Promise<number> {
  let made = 0;
  const attempts = Array.from({ length: times }, (_, n) =>
    throttles[n % throttles.length]!.attempt(pair(subject), async () => {
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
  expect(delays).toEqual([10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000]);
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
  const request = { kind: 'link-code-request' as const, subject: 'lnk', address: '' };
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const makeFive = async () => {
    for (let n = 0; n < 5; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await throttle.attempt(request, async () => null)).toBeNull();
    }
  };
  const refused = (retryAt: string) =>
    expect(throttle.attempt(request, async () => null)).rejects.toMatchObject({
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
