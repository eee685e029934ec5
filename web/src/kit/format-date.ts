import { LOCALE } from './locale.ts';

/** The format of days in date pickers, which is also the placeholder. */
export const DAY_FORMAT = 'MM/DD/YYYY';

const NUMERIC_DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const DAY = new Intl.DateTimeFormat(LOCALE, NUMERIC_DAY);
const DATE_TIME = new Intl.DateTimeFormat(LOCALE, {
  ...NUMERIC_DAY,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/**
 * UI-12, LIMIT-29: formats a time in the viewer's time zone: '11/20/2026 03:07:09 PM'.
 * @param iso ISO 8601; null gives '-'
 */
export function formatDateTime(iso: string | null): string {
  if (iso === null) return '-';
  const parts = DATE_TIME.formatToParts(new Date(iso)).map(({ type, value }) => [type, value] as const);
  const { month, day, year, hour, minute, second, dayPeriod } = Object.fromEntries<string | undefined>(parts);
  // The text is joined here, because browsers use different separators.
  return `${month}/${day}/${year} ${hour}:${minute}:${second} ${dayPeriod}`;
}

/**
 * Formats a day of the calendar: '11/20/2026'.
 * @param day 'YYYY-MM-DD'
 */
export const formatDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00`));

/**
 * Formats the day of a time: 'Nov 27, 2026'.
 * @param iso ISO 8601
 * @param timeZone IANA name; the viewer's own when absent
 */
export const formatMediumDay = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone }).format(new Date(iso));
