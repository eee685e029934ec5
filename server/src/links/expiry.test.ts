import { expect, test } from 'vitest';
import { endOfChosenDay } from './expiry.ts';

const DAY_MS = 86_400_000;
const midnight = Date.parse('2026-11-21T00:00:00Z');
const END = midnight + DAY_MS - 1;
const OUT_OF_RANGE = 'The expiration date must be within 30 days from today.';

const endOf = (chosen: number, now: number, firstDay: 0 | 1 = 0) =>
  endOfChosenDay(chosen, { now: new Date(now), firstDay }).getTime();

// The first and the last millisecond of the current day, and a time between them.
test.each([midnight, midnight + 43_200_000, END])('D-30 the expiry at any time of the day (%d)', (now) => {
  expect(endOf(midnight, now)).toBe(END);
  expect(endOf(END, now)).toBe(END);
  expect(() => endOf(midnight - 1, now)).toThrow(OUT_OF_RANGE);
  expect(endOf(midnight + 30 * DAY_MS, now)).toBe(END + 30 * DAY_MS);
  expect(endOf(END + 30 * DAY_MS, now)).toBe(END + 30 * DAY_MS);
  expect(() => endOf(END + 30 * DAY_MS + 1, now)).toThrow(OUT_OF_RANGE);
});

test('LINKDETAIL-11 D-30 the earliest new expiry day of an existing link is tomorrow', () => {
  expect(() => endOf(END, midnight, 1)).toThrow(OUT_OF_RANGE);
  expect(endOf(END + 1, END, 1)).toBe(END + DAY_MS);
  expect(endOf(END + 30 * DAY_MS, midnight, 1)).toBe(END + 30 * DAY_MS);
  expect(() => endOf(END + 30 * DAY_MS + 1, midnight, 1)).toThrow(OUT_OF_RANGE);
});

test('SHARE-15 the expiry is the last millisecond of the UTC day, across months and leap days', () => {
  const cases = [
    ['2026-12-31T12:00:00Z', '2027-01-30T00:00:00Z', '2027-01-30T23:59:59.999Z'],
    ['2028-02-20T12:00:00Z', '2028-02-29T07:00:00Z', '2028-02-29T23:59:59.999Z'],
  ] as const;
  for (const [now, chosen, end] of cases) {
    expect(endOf(Date.parse(chosen), Date.parse(now))).toBe(Date.parse(end));
  }
});

test.each([Number.NaN, Infinity, -Infinity, 0, -1, Number.MAX_VALUE, 8.64e15])(
  'P6 %d is not a day',
  (chosen) => {
    expect(() => endOf(chosen, midnight)).toThrow(OUT_OF_RANGE);
  },
);
