import { FILE_SORT_FIELDS, type FileSortField } from '@vault/contract';

export interface Sort {
  field: FileSortField;
  descending: boolean;
}

const DEFAULT_SORT: Sort = { field: 'name', descending: false };

/** D-02: 'field,asc' or 'field,desc'; anything else is by name (FILES-39). */
export function sortOf(text: string | undefined): Sort {
  const [field, direction = 'asc', ...more] = (text ?? '').split(',');
  const known = FILE_SORT_FIELDS.find((one) => one === field);
  if (known === undefined || more.length > 0) return DEFAULT_SORT;
  if (direction !== 'asc' && direction !== 'desc') return DEFAULT_SORT;
  return { field: known, descending: direction === 'desc' };
}
