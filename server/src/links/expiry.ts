import { MAX_EXPIRY_DAYS } from '@vault/contract';
import { Errors } from '../http/index.ts';

const DAY_MS = 86_400_000;
const dayOf = (time: number) => Math.floor(time / DAY_MS);

/**
 * D-30: the moment at which a link ends whose last day was chosen: the end of that day of the UTC calendar.
 * @param chosen any moment of the day, epoch ms
 * @param firstDay 0: today may be chosen (a new link); 1: tomorrow is the first day (an old one)
 * @throws P6 when the day is not within 30 days from today
 */
export function endOfChosenDay(chosen: number, { now, firstDay }: { now: Date; firstDay: 0 | 1 }): Date {
  const ahead = dayOf(chosen) - dayOf(now.getTime());
  // also for what is no day at all
  if (!(ahead >= firstDay && ahead <= MAX_EXPIRY_DAYS)) throw Errors.expiryOutOfRange();
  return new Date((dayOf(chosen) + 1) * DAY_MS - 1);
}
