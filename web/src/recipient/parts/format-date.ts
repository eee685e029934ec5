export { momentInZone } from '../../kit/moment-in-zone.ts';

const LOCALE = 'en-US';

/** Formats the day of a time: 'Nov 27, 2026', in the viewer's time zone unless one is given. */
export const dayOf = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    dateStyle: 'medium',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));

const COUNT = new Intl.NumberFormat(LOCALE);

/** '1 file', '1,204 files' */
export const fileCount = (count: number): string =>
  `${COUNT.format(count)} ${count === 1 ? 'file' : 'files'}`;
