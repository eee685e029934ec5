// The texts of lists; recipients' pages have other lists.

import { plural } from './intl.ts';

export const listTexts = {
  itemCount: (count: number) => plural(count, { one: '1 item', other: `${count} items` }),
  loadFailed: 'The list could not be loaded',
  itemsPerPage: 'Items per page',
  selectAll: 'Select all',
  select: (name: string) => `Select ${name}`,
  columnWidth: (column: string) => `Width of ${column}`,
} as const;

export const filterBarTexts = { reset: 'Reset', search: 'Search' } as const;

export const dateRangeTexts = { label: 'Date range', start: 'Start date', end: 'End date' } as const;

export const pathBarTexts = { toParent: 'Back to the parent folder', between: 'Folders between' } as const;
