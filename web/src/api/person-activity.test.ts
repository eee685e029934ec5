import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PersonActivity } from './person-activity.ts';

const MINUTE_MS = 60_000;
const listeners = new Map<string, () => void>();
let now = 0;
let activity = new PersonActivity();
const use = vi.fn<() => void>();
const input = (name = 'keydown') => listeners.get(name)?.();

beforeEach(() => {
  now = Date.UTC(2026, 10, 23);
  activity = new PersonActivity(() => now);
  use.mockReset();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
});
afterEach(() => {
  listeners.clear();
  vi.unstubAllGlobals();
});

const load = { method: 'GET' } as const;
const change = { method: 'POST' } as const;

test('GUARD-32 a page whose input is not observed makes no background calls', () => {
  now += 60 * MINUTE_MS;
  expect(activity.isBackground(load)).toBe(false);
});

test('GUARD-32 a load more than a minute after the last input is a background call', () => {
  activity.follow(use);
  expect(activity.isBackground(load)).toBe(false);
  now += MINUTE_MS + 1;
  expect(activity.isBackground(load)).toBe(true);
  expect(activity.isBackground(change)).toBe(false);
  input('pointermove');
  expect(activity.isBackground(load)).toBe(false);
});

test('GUARD-32 a person who works without calls uses the session every five minutes', () => {
  activity.follow(use);
  for (let minute = 1; minute <= 20; minute += 1) {
    now += MINUTE_MS;
    input();
    input('wheel');
  }
  expect(use).toHaveBeenCalledTimes(4);
  now += 4 * MINUTE_MS;
  activity.noteUse();
  now += 4 * MINUTE_MS;
  input();
  expect(use).toHaveBeenCalledTimes(4);
});

test('GUARD-32 the observation ends without a listener left', () => {
  const stop = activity.follow(use);
  expect(listeners.size).toBeGreaterThan(0);
  stop();
  expect(listeners.size).toBe(0);
  now += 60 * MINUTE_MS;
  expect(activity.isBackground(load)).toBe(false);
});
