const DAY_MS = 86_400_000;

const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const MONEY = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The date this number of days later (earlier when negative), at the same time of day. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

/** Midnight UTC of the first day of the month, this number of months before the date's month. */
export function monthsBefore(date: Date, months: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1));
}

/** The first days of the last `count` whole months before the date, oldest first. */
export function wholeMonths(date: Date, count: number): Date[] {
  return Array.from({ length: count }, (_, place) => monthsBefore(date, count - place));
}

/** The last day of the month of the date, midnight UTC. */
export function monthEnd(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

/** A day as `2026-03-31`, the form in file names, because it sorts by time. */
export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** A month as `2026-03`. */
export function isoMonth(date: Date): string {
  return date.toISOString().slice(0, 7);
}

/** A day as `31 March 2026`. */
export function longDay(date: Date): string {
  return LONG_DAY.format(date);
}

/** A month as `March 2026`. */
export function monthName(date: Date): string {
  return MONTH.format(date);
}

/** An amount as `1,234.50`. Amounts are whole pence everywhere, so that totals add up to the penny. */
export function money(pence: number): string {
  return MONEY.format(pence / 100);
}
