import { DATE_TIME_FORMAT } from '@vault/contract';
import dayjs from 'dayjs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDateTime, formatDay } from './format-date.ts';

const anyTime = fc.date({
  min: new Date('1970-01-02'),
  max: new Date('2199-12-30'),
  noInvalidDate: true,
});

test('UI-12 LIMIT-29 every time has the format of the specification', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      expect(formatDateTime(time.toISOString())).toBe(dayjs(time).format(DATE_TIME_FORMAT));
    }),
  );
  expect(formatDateTime(null)).toBe('-');
});

test('UI-12 midnight and noon are 12 o’clock', () => {
  const at = (hour: number) => formatDateTime(new Date(2026, 10, 2, hour, 3, 9).toISOString());
  expect([at(0), at(12)]).toEqual(['11/02/2026 12:03:09 AM', '11/02/2026 12:03:09 PM']);
});

test('a calendar date shows the same day in every time zone', () => {
  expect(formatDay('2026-11-02')).toBe('11/02/2026');
  fc.assert(
    fc.property(anyTime, (time) => {
      const day = dayjs(time);
      expect(formatDay(day.format('YYYY-MM-DD'))).toBe(day.format('MM/DD/YYYY'));
    }),
  );
});
