import { formatMonthDay, formatTime } from './format-long-date.ts';
import { attemptTexts } from './texts.ts';

const MINUTE_MS = 60_000;

/**
 * Returns the time from which a refused call may be repeated (RFC 9110, 10.2.3: `Retry-After` in seconds).
 * @returns epoch milliseconds by the clock of this device; null when the reply names no time
 */
export function retryAtOf(response: Response, now = Date.now()): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? now + seconds * 1000 : null;
}

/**
 * USE-48: 'Too many attempts. Please try again at 3:45 PM.', in the viewer's time zone. The text names the day when it
 * is not today.
 * @param retryAt epoch milliseconds; rounded up to the minute, so that an attempt at that time is allowed
 * @param timeZone IANA name; the viewer's own when absent
 */
export function tooManyAttemptsText(retryAt: number, now = Date.now(), timeZone?: string): string {
  const at = Math.ceil(retryAt / MINUTE_MS) * MINUTE_MS;
  const day = formatMonthDay(at, timeZone);
  const time = formatTime(at, timeZone);
  return day === formatMonthDay(now, timeZone)
    ? attemptTexts.tooMany(time)
    : attemptTexts.tooManyUntilDay(day, time);
}
