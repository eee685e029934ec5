const LOCALE = 'en-US';

/**
 * A moment with its day and the name of the zone: 'November 27, 2026, 12:59 AM Central European Standard Time'.
 * @param at epoch milliseconds
 * @param timeZone IANA name; the viewer's own when absent
 */
export const momentInZone = (at: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'long',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);

/** The day of a moment: 'Nov 27, 2026', in the viewer's own zone unless one is named. */
export const dayOf = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    dateStyle: 'medium',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));

const COUNT = new Intl.NumberFormat(LOCALE);

/** '1 file', '1,204 files' */
export const fileCount = (count: number): string =>
  `${COUNT.format(count)} ${count === 1 ? 'file' : 'files'}`;
