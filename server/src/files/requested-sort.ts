import { FILE_SORT_FIELDS, type FileSortField } from '@vault/contract';
import { type Sort, sortOf } from '../http/index.ts';

export type FileSort = Sort<FileSortField>;

/** FILES-39: by name unless the text is a valid order. */
export const fileSortOf = (text: string | undefined): FileSort =>
  sortOf(text, { fields: FILE_SORT_FIELDS, standard: { field: 'name', descending: false } });
