import { DEFAULT_PAGE_SIZE, LINK_SORT_FIELDS, type LinkStatusFilter, type SharedLink } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Sort } from '../kit/index.ts';
import { useChangeVaultSearch, useVault, useVaultSearch, type VaultSearch } from '../shell/index.ts';
import { linksQuery, type LinkListParams } from './queries.ts';
import { statusFilterOf } from './status.ts';

/** What the address asks of the list; an order by a field that the list does not have is none. */
export function linkListParamsOf({ status, page, size, sort }: VaultSearch): LinkListParams {
  const [key = '', direction] = (sort ?? '').split(',');
  const isField = LINK_SORT_FIELDS.some((field) => field === key);
  return {
    status: statusFilterOf(status),
    page: page ?? 1,
    size: size ?? DEFAULT_PAGE_SIZE,
    sort: isField ? { key, direction: direction === 'desc' ? 'desc' : 'asc' } : null,
  };
}

/** The page of the links that the address asks for, and how to ask for another (LINKS-36 … LINKS-39). */
export function useLinkList() {
  const { recordId } = useVault();
  const search = useVaultSearch();
  const change = useChangeVaultSearch();
  const params = useMemo(() => linkListParamsOf(search), [search]);
  const list = useQuery(linksQuery(recordId, params));
  const { data, isPlaceholderData } = list;

  const lastPage =
    data === undefined ? params.page : Math.max(1, Math.ceil(data.totalElements / params.size));
  const isPastEnd = !isPlaceholderData && params.page > lastPage;
  useEffect(() => {
    if (isPastEnd) change({ page: lastPage }, { replace: true });
  }, [isPastEnd, lastPage, change]);

  const setPage = (page: number, size: number) => change({ page, size });
  return {
    params,
    rows: data?.content ?? NO_ROWS,
    total: data?.totalElements ?? 0,
    isPending: list.isPending,
    isError: list.isError && data === undefined,
    refetch: list.refetch,
    setPage,
    setSort: (sort: Sort | null) =>
      change({ sort: sort === null ? undefined : `${sort.key},${sort.direction}`, page: 1 }),
    setStatus: (status: LinkStatusFilter) =>
      change({ status: status === 'Any' ? undefined : status, page: 1 }),
    /** LINKS-41: after the deletion of a row, once the server has answered. */
    afterDelete: () => {
      if (data?.content.length === 1 && params.page !== 1) setPage(1, params.size);
      else void list.refetch();
    },
  };
}

const NO_ROWS: readonly SharedLink[] = [];
