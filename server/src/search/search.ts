import type { FileSortField, SEARCH_CRITERIA, SEARCH_ITEMS } from '@vault/contract';

/** A search with its page. */
export interface Search {
  recordId: string;
  /** as typed; '' finds everything that the other conditions let through (SEARCH-25) */
  words: string;
  criteria: (typeof SEARCH_CRITERIA)[number];
  items: (typeof SEARCH_ITEMS)[number];
  /** null: the whole record; else everything below this live folder (D-18, SEARCH-24) */
  folderId: string | null;
  /** inclusive bounds of the time of the last change */
  from: Date | null;
  to: Date | null;
  page: number;
  size: number;
  sort: { field: FileSortField; descending: boolean };
}

/** An item that was found, as stored. */
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
}

/** One page of what was found. */
export interface Found {
  rows: FoundRow[];
  /**
   * How many hits there are, exact up to MAX_COUNTED (USE-41). Above it a number of hits that exist: more than
   * MAX_COUNTED, and more than this page ends at unless it is the last one.
   */
  total: number;
}
