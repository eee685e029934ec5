import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { warnAboutClock } from './clock-difference.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(inject('testDatabase').target);
  await client.connect();
});
afterAll(() => client.end());

/** @returns the fields of the warning; null when there is none */
async function warningFor(now: () => number): Promise<unknown> {
  const warn = vi.fn();
  await warnAboutClock(client, { info: vi.fn(), debug: vi.fn(), error: vi.fn(), warn } as never, now);
  return warn.mock.calls[0]?.[0] ?? null;
}

const SECOND_MS = 1000;

it.each([60, -1200])('the start warns when this clock is %i s ahead', async (seconds) => {
  const found = await warningFor(() => Date.now() + seconds * SECOND_MS);
  const { aheadSeconds } = found as { aheadSeconds: number };
  // The database's answer can take some of the time.
  expect(Math.abs(aheadSeconds - seconds)).toBeLessThan(5);
});

it('a difference below 10 s is none', async () => {
  expect(await warningFor(() => Date.now() + 5 * SECOND_MS)).toBeNull();
});

it('a slow answer of the database is no difference', async () => {
  const times = [Date.now() - 60 * SECOND_MS, Date.now() + 60 * SECOND_MS];
  expect(await warningFor(() => times.shift() ?? 0)).toBeNull();
});
