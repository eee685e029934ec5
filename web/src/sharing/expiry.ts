import { MAX_EXPIRY_DAYS } from '@vault/contract';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/**
 * The first allowed day, in days from today: 0 on creation (SHARE-14), 1 on editing (LINKDETAIL-11). Days are days in
 * UTC, so that a chosen day never ends in the past (D-30, SHARE-16).
 */
export type FirstDay = 0 | 1;

const todayInUtc = (): Dayjs => dayjs.utc().startOf('day');
/** Converts a calendar day to the same day in UTC, by its year, month and day. */
const inUtc = (day: Dayjs): Dayjs => dayjs.utc(day.format('YYYY-MM-DD'));
const inCalendar = (time: Dayjs): Dayjs => dayjs(time.format('YYYY-MM-DD'));

/** Returns whether the day of a time may be chosen. @param time epoch milliseconds */
export function isAllowedTime(time: number, first: FirstDay): boolean {
  const days = daysUntil(time);
  return days >= first && days <= MAX_EXPIRY_DAYS;
}

/** Returns whether a calendar day may be chosen. */
export const isAllowedDay = (day: Dayjs, first: FirstDay): boolean =>
  isAllowedTime(inUtc(day).valueOf(), first);

/** SHARE-15: returns the end of a calendar day in UTC, in epoch milliseconds. */
export const endOfDay = (day: Dayjs): number => inUtc(day).endOf('day').valueOf();

/** Returns the calendar day of a time. @param time epoch milliseconds */
export const dayOf = (time: number): Dayjs => inCalendar(dayjs.utc(time));

/** Returns the end of the day that is this many days from today, in UTC (D-30), in epoch milliseconds. */
export const endOfDayIn = (days: number): number => todayInUtc().add(days, 'day').endOf('day').valueOf();

/** Returns the number of days from today to the day of a time. @param time epoch milliseconds */
export const daysUntil = (time: number): number => dayjs.utc(time).startOf('day').diff(todayInUtc(), 'day');

export const today = (): Dayjs => inCalendar(todayInUtc());
