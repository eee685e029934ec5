import type { UseQueryResult } from '@tanstack/react-query';
import type { Paged } from '@vault/contract';
import { useEffect, useMemo } from 'react';
import { useList } from '../../api/index.ts';
import type { Sort } from '../../kit/index.ts';
import { useChangeVaultSearch, useVaultSearch } from '../address/use-vault-search.ts';
import type { VaultSearch } from '../address/vault-search.ts';
import { lastPage, sortText, type ListPage } from './list-page.ts';

/**
 * Returns the parameters of a list from the address.
 * @param paramsOf a function that never changes
 */
export function useListParams<Params>(paramsOf: (address: VaultSearch) => Params): Params {
  const address = useVaultSearch();
  return useMemo(() => paramsOf(address), [paramsOf, address]);
}

/**
 * Returns the page of a list that the address names, and functions that open another page or order. While the next page
 * loads, the previous page stays visible. A page after the last page is replaced by the last page.
 * @param params the page and all other parameters on which the rows depend
 * @param result the result of the list call with these parameters
 */
export function useListPage<Row>(params: ListPage, result: UseQueryResult<Paged<Row>>) {
  const change = useChangeVaultSearch();
  const { data, isPlaceholderData, ...list } = useList(result);
  const { page, size } = params;
  const last = data === undefined ? page : lastPage(data.totalElements, size);
  const isPastEnd = !isPlaceholderData && page > last;
  useEffect(() => {
    if (isPastEnd) change({ page: last }, { replace: true });
  }, [isPastEnd, last, change]);
  return {
    ...list,
    /** changes when the list shows other rows */
    resetKey: JSON.stringify(params),
    rows: data?.content ?? NO_ROWS,
    total: data?.totalElements ?? 0,
    /** true when a page has been loaded */
    isLoaded: data !== undefined,
    /** true when loading failed and no earlier page can be shown */
    isError: list.isError && data === undefined,
    setPage: (newPage: number, newSize: number) => change({ page: newPage, size: newSize }),
    setSort: (sort: Sort | null) => change({ sort: sort === null ? undefined : sortText(sort), page: 1 }),
  };
}

/** An empty array that never changes, so that a list that is still loading is not rendered again. */
const NO_ROWS: readonly never[] = [];
