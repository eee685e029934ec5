import { MAX_EXPIRY_DAYS } from '@vault/contract';
import { Errors } from '../http/index.ts';

const DAY_MS = 86_400_000;
const dayOf = (time: number) => Math.floor(time / DAY_MS);

/**
 * D-30: returns the expiry of a link: the end of the chosen day in UTC.
 * @param chosen any time of the day, epoch ms
 * @param firstDay 0: today is allowed (a new link); 1: tomorrow is the first day (an existing link)
 * @throws P6 when the day is not within 30 days from today
 */
export function endOfChosenDay(chosen: number, { now, firstDay }: { now: Date; firstDay: 0 | 1 }): Date {
  const ahead = dayOf(chosen) - dayOf(now.getTime());
  // A comparison with NaN is false too.
  if (!(ahead >= firstDay && ahead <= MAX_EXPIRY_DAYS)) throw Errors.expiryOutOfRange();
  return new Date((dayOf(chosen) + 1) * DAY_MS - 1);
}
