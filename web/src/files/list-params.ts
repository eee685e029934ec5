import { DEFAULT_PAGE_SIZE, FILE_SORT_FIELDS, type FileSortField } from '@vault/contract';
import type { Sort } from '../kit/index.ts';
import { filterOf, searchQueryOf, type SearchFilter } from '../search/index.ts';
import type { VaultSearch } from '../shared/index.ts';

/** The page, folder, order and search of the list. */
export interface ListParams {
  /** null is the root */
  folderId: string | null;
  /** counted from 1 */
  page: number;
  size: number;
  /** null is the server's order: folders first, by name (FILES-39) */
  sort: (Sort & { key: FileSortField }) | null;
  /** the search filter; null for the normal list */
  search: SearchFilter | null;
}

/** Reads the list parameters from the address; an order by a field that the list does not have is ignored. */
export function listParamsOf(address: VaultSearch): ListParams {
  const { folder, page, size, sort } = address;
  const [key = '', direction] = (sort ?? '').split(',');
  const field = FILE_SORT_FIELDS.find((allowed) => allowed === key);
  return {
    folderId: folder ?? null,
    page: page ?? 1,
    size: size ?? DEFAULT_PAGE_SIZE,
    sort: field === undefined ? null : { key: field, direction: direction === 'desc' ? 'desc' : 'asc' },
    search: filterOf(address),
  };
}

/**
 * Returns the query of the list call: its pages count from 0 (T-09), and without an order the parameter is absent
 * (T-76).
 */
export function listQueryOf({ folderId, page, size, sort, search }: ListParams) {
  return {
    page: page - 1,
    size,
    ...(sort !== null && { sort: sortText(sort) }),
    ...(folderId !== null && { parentFolder: folderId }),
    ...(search !== null && searchQueryOf(search)),
  };
}

/** Formats an order for the address and the calls (D-02). */
export function sortText({ key, direction }: Sort): string {
  return `${key},${direction}`;
}

/** Returns the number of the last page; an empty list has one page. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
