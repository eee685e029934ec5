import type { FileSortField, SEARCH_CRITERIA, SEARCH_ITEMS } from '@vault/contract';

/** What somebody looks for. */
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

/** An item that was found, as it lies in the database. */
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
  /** how many there are; at most MAX_FOUND, even if there are more */
  total: number;
}
