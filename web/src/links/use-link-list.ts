import { LINK_SORT_FIELDS, type SharedLink } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useList } from '../api/index.ts';
import {
  listPageOf,
  useChangeVaultSearch,
  useListPage,
  useVault,
  useVaultSearch,
  type VaultSearch,
} from '../shared/index.ts';
import { linksQuery, type LinkListParams } from './queries.ts';
import { linkFilterOf, type LinkFilter, linkFilterPatch } from './status.ts';

/** Reads the list parameters from the address; an order by a field that the list does not have is ignored. */
export function linkListParamsOf(search: VaultSearch): LinkListParams {
  return { ...linkFilterOf(search), ...listPageOf(search, LINK_SORT_FIELDS) };
}

/** The page of links that the address names, and functions that open another one (LINKS-36 … LINKS-39). */
export function useLinkList() {
  const { recordId } = useVault();
  const search = useVaultSearch();
  const change = useChangeVaultSearch();
  const params = useMemo(() => linkListParamsOf(search), [search]);
  const list = useList(useQuery(linksQuery(recordId, params)));
  const { data } = list;
  const { setPage, setSort } = useListPage(params, list);
  return {
    params,
    rows: data?.content ?? NO_ROWS,
    total: data?.totalElements ?? 0,
    isPending: list.isPending,
    isError: list.isError && data === undefined,
    problem: list.problem,
    refetch: list.refetch,
    setPage,
    setSort,
    /** The current filter loads the list again (LINKS-03, T-24). */
    setFilter: (filter: LinkFilter) => {
      const { status, queryType, text } = params;
      const isSame = filter.status === status && filter.queryType === queryType && filter.text === text;
      if (isSame) void list.refetch();
      else change({ ...linkFilterPatch(filter), page: 1 });
    },
    /** LINKS-41: called after the server has deleted a row. */
    afterDelete: () => {
      if (data?.content.length === 1 && params.page !== 1) setPage(1, params.size);
      else void list.refetch();
    },
  };
}

const NO_ROWS: readonly SharedLink[] = [];
