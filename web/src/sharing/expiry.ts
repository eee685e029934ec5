import { MAX_EXPIRY_DAYS } from '@vault/contract';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/**
 * The first day that may be chosen, in days from today: 0 on creation (SHARE-14), 1 on editing (LINKDETAIL-11). The
 * calendar is that of UTC, so that a chosen day never ends in the past (D-30, SHARE-16).
 */
export type FirstDay = 0 | 1;

const todayInUtc = (): Dayjs => dayjs.utc().startOf('day');
/** A day of the calendar as the same day in UTC: only its year, month and day count. */
const inUtc = (day: Dayjs): Dayjs => dayjs.utc(day.format('YYYY-MM-DD'));
const inCalendar = (time: Dayjs): Dayjs => dayjs(time.format('YYYY-MM-DD'));

/** Whether the day of a time may be chosen. @param time epoch milliseconds */
export function isAllowedTime(time: number, first: FirstDay): boolean {
  const days = daysUntil(time);
  return days >= first && days <= MAX_EXPIRY_DAYS;
}

/** Whether a day of the calendar may be chosen. */
export const isAllowedDay = (day: Dayjs, first: FirstDay): boolean =>
  isAllowedTime(inUtc(day).valueOf(), first);

/** SHARE-15: the end of a day of the calendar, in UTC. @returns epoch milliseconds */
export const endOfDay = (day: Dayjs): number => inUtc(day).endOf('day').valueOf();

/** The day of the calendar in which a time lies. @param time epoch milliseconds */
export const dayOf = (time: number): Dayjs => inCalendar(dayjs.utc(time));

/** The end of the day that is so many days from today, in UTC (D-30). @returns epoch milliseconds */
export const endOfDayIn = (days: number): number => todayInUtc().add(days, 'day').endOf('day').valueOf();

/** How many days from today the day of a time is. @param time epoch milliseconds */
export const daysUntil = (time: number): number => dayjs.utc(time).startOf('day').diff(todayInUtc(), 'day');

export const today = (): Dayjs => inCalendar(todayInUtc());
