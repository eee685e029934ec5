const LOCALE = 'en-US';

/**
 * Formats a time with its day and the name of the zone: 'November 27, 2026 at 12:59 AM Central European Standard Time'.
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
