import { BREADCRUMB_ENTRIES } from '@vault/contract';

export interface CollapsedPath<Entry> {
  first: Entry | null;
  /** entries of the menu in the middle; empty when nothing is collapsed */
  middle: Entry[];
  last: Entry[];
}

/**
 * Splits a path of more than four entries into the first entry, a menu of the middle entries, and the last two entries
 * (BREADCRUMB-02, BREADCRUMB-03). The root counts as an entry (BREADCRUMB-06).
 */
export function collapsePath<Entry>(entries: readonly Entry[]): CollapsedPath<Entry> {
  const [first = null, ...rest] = entries;
  if (entries.length <= BREADCRUMB_ENTRIES) return { first, middle: [], last: rest };
  return { first, middle: rest.slice(0, -2), last: rest.slice(-2) };
}
