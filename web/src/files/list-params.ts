import { DEFAULT_PAGE_SIZE, FILE_SORT_FIELDS, type FileSortField } from '@vault/contract';
import type { Sort } from '../kit/index.ts';
import { filterOf, searchQueryOf, type SearchFilter } from '../search/index.ts';
import type { VaultSearch } from '../shell/index.ts';

/** Which page of which folder the list shows. */
export interface ListParams {
  /** null is the root */
  folderId: string | null;
  /** counted from 1 */
  page: number;
  size: number;
  /** null is the server's order: folders first, by name (FILES-39) */
  sort: (Sort & { key: FileSortField }) | null;
  /** what is looked for; null is the normal list */
  search: SearchFilter | null;
}

/** What the address asks of the list; an order by a field that the list does not have is none. */
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

/** The query of the list call: pages count from 0 there (T-09), and no order means no parameter (T-76). */
export function listQueryOf({ folderId, page, size, sort, search }: ListParams) {
  return {
    page: page - 1,
    size,
    ...(sort !== null && { sort: sortText(sort) }),
    ...(folderId !== null && { parentFolder: folderId }),
    ...(search !== null && searchQueryOf(search)),
  };
}

/** An order as the address and the calls write it (D-02). */
export function sortText({ key, direction }: Sort): string {
  return `${key},${direction}`;
}

/** The last page that there is; an empty list has one page. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
