// The texts of lists and dialogs. The first view of the recipients' pages does not show them.

import { plural } from './intl.ts';

export const dialogTexts = {
  cancel: 'Cancel',
  confirm: 'Confirm',
  done: 'Done',
  dismiss: 'Dismiss',
} as const;

export const listTexts = {
  /** after a list that shows only its first entries */
  andMore: (count: number) => `and ${count} more`,
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
