// The date formats with names of months and time zones. The other formats are in format-date.ts, because the first view
// of the recipients' pages needs only this file.
import { LOCALE } from './locale.ts';

/** Creates a date format. It uses the viewer's time zone, unless `options` has another one. */
const inLocale = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options);

/**
 * Formats a time with its day and the name of the time zone: 'November 27, 2026 at 12:59 AM Central European Standard
 * Time'.
 * @param at epoch milliseconds
 * @param timeZone IANA name; the viewer's own when absent
 */
export const formatDateTimeInZone = (at: number, timeZone?: string): string =>
  inLocale({
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'long',
    timeZone,
  }).format(at);

/**
 * Formats the day of a time without its year: 'November 27'.
 * @param at epoch milliseconds
 * @param timeZone IANA name; the viewer's own when absent
 */
export const formatMonthDay = (at: number, timeZone?: string): string =>
  inLocale({ month: 'long', day: 'numeric', timeZone }).format(at);

/**
 * Formats the time of day: '3:45 PM'.
 * @param at epoch milliseconds
 * @param timeZone IANA name; the viewer's own when absent
 */
export const formatTime = (at: number, timeZone?: string): string =>
  inLocale({ timeStyle: 'short', timeZone }).format(at);
