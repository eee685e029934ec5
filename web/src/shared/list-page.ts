import { DEFAULT_PAGE_SIZE } from '@vault/contract';
import { useEffect } from 'react';
import type { Sort } from '../kit/index.ts';
import { useChangeVaultSearch } from './use-vault-search.ts';
import type { VaultSearch } from './vault-search.ts';

/** The page and order of a list. */
export interface ListPage {
  /** counted from 1 */
  page: number;
  size: number;
  /** null for the server's default order */
  sort: Sort | null;
}

/**
 * Reads page and order of a list from the address. @param fields the sort fields; an order by another field is ignored
 */
export function listPageOf({ page, size, sort }: VaultSearch, fields: readonly string[]): ListPage {
  const [key = '', direction] = (sort ?? '').split(',');
  return {
    page: page ?? 1,
    size: size ?? DEFAULT_PAGE_SIZE,
    sort: fields.includes(key) ? { key, direction: direction === 'desc' ? 'desc' : 'asc' } : null,
  };
}

interface Listed {
  data: { totalElements: number } | undefined;
  isPlaceholderData: boolean;
}

/** Returns functions that open other pages and orders of a list. A page past the end is replaced by the last one. */
export function useListPage({ page, size }: ListPage, { data, isPlaceholderData }: Listed) {
  const change = useChangeVaultSearch();
  const lastPage = data === undefined ? page : Math.max(1, Math.ceil(data.totalElements / size));
  const isPastEnd = !isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isPastEnd) change({ page: lastPage }, { replace: true });
  }, [isPastEnd, lastPage, change]);
  return {
    setPage: (newPage: number, newSize: number) => change({ page: newPage, size: newSize }),
    setSort: (sort: Sort | null) =>
      change({ sort: sort === null ? undefined : `${sort.key},${sort.direction}`, page: 1 }),
  };
}
