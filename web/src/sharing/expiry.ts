import { MAX_EXPIRY_DAYS } from '@vault/contract';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/** The calendar of expiry days is that of UTC, so that a chosen day never ends in the past (D-30, SHARE-16). */
export const todayInUtc = (): Dayjs => dayjs.utc().startOf('day');

/**
 * SHARE-14, LINKDETAIL-11: whether a day may be chosen.
 * @param day as the calendar shows it: only its year, month and day count
 * @param first days from today: 0 on creation, 1 on editing
 */
export function isAllowedDay(day: Dayjs, first: 0 | 1): boolean {
  const days = dayjs.utc(day.format('YYYY-MM-DD')).diff(todayInUtc(), 'day');
  return days >= first && days <= MAX_EXPIRY_DAYS;
}

/** SHARE-15: the end of a day of the calendar, in UTC. @returns epoch milliseconds */
export function endOfDay(day: Dayjs): number {
  return dayjs.utc(day.format('YYYY-MM-DD')).endOf('day').valueOf();
}

/** The day of the calendar on which a link ends. */
export const dayOf = (expireDateTime: number): Dayjs => dayjs(dayjs.utc(expireDateTime).format('YYYY-MM-DD'));
