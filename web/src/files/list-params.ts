import { FILE_SORT_FIELDS, type FileSortField } from '@vault/contract';
import { filterOf, searchQueryOf, type SearchFilter } from '../search/index.ts';
import type { VaultSearch } from '../shared/index.ts';
import { listPageOf, pageQueryOf, type ListPage } from '../shared/list/index.ts';

/**
 * The page, folder, order and search of the list. Without an order the list shows folders first, sorted by name
 * (FILES-39).
 */
export interface ListParams extends ListPage<FileSortField> {
  /** the open folder; null means the root */
  folderId: string | null;
  /** the search filter; null when the list shows a folder */
  search: SearchFilter | null;
}

/** Reads the list parameters from the address; an order by a field that the list cannot sort by is ignored. */
export function listParamsOf(address: VaultSearch): ListParams {
  return {
    folderId: address.folder ?? null,
    ...listPageOf(address, FILE_SORT_FIELDS),
    search: filterOf(address),
  };
}

/** Returns the query of the list call. */
export function listQueryOf({ folderId, search, ...page }: ListParams) {
  return {
    ...pageQueryOf(page),
    ...(folderId !== null && { parentFolder: folderId }),
    ...(search !== null && searchQueryOf(search)),
  };
}
