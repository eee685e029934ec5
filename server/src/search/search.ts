import type { FileSortField, SEARCH_CRITERIA, SEARCH_ITEMS } from '@vault/contract';

/** A search with its page. */
export interface Search {
  recordId: string;
  /** search text as typed; '' matches all names (SEARCH-25) */
  words: string;
  criteria: (typeof SEARCH_CRITERIA)[number];
  items: (typeof SEARCH_ITEMS)[number];
  /** null for the complete record, otherwise everything below this live folder (D-18, SEARCH-24) */
  folderId: string | null;
  /** inclusive limits of the time of the last change */
  from: Date | null;
  to: Date | null;
  page: number;
  size: number;
  sort: { field: FileSortField; descending: boolean };
}

/** An item of the result, as stored. */
export interface FoundRow {
  id: string;
  parentId: string;
  kind: 'folder' | 'file';
  name: string;
  sizeBytes: number;
  modifiedAt: Date;
  modifiedBy: string;
  versionCount: number;
  externalId: string | null;
  currentVersionId: string | null;
  isDamaged: boolean;
}

/** One page of the results. */
export interface Found {
  rows: FoundRow[];
  /**
   * The number of results, exact up to MAX_COUNTED (USE-41). Above it a lower bound that is greater than MAX_COUNTED,
   * and greater than the end of this page unless it is the last one.
   */
  total: number;
}
