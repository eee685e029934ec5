/**
 * Returns the page to show of a list that may have become shorter.
 * @param page counted from 1
 */
export function pageWithin(page: number, { size, total }: { size: number; total: number }): number {
  return Math.max(1, Math.min(page, Math.ceil(total / size)));
}
