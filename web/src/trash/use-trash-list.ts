import { TRASH_SORT_FIELDS, type TrashItem } from '@vault/contract';
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
import { filterOf, filterPatch, type TrashFilter } from './filter.ts';
import { trashQuery, type TrashListParams } from './queries.ts';

/** Reads the list parameters from the address. */
export function trashListParamsOf(search: VaultSearch): TrashListParams {
  return { filter: filterOf(search), ...listPageOf(search, TRASH_SORT_FIELDS) };
}

/** The page of the trash that the address names, and functions that open another one. */
export function useTrashList() {
  const { recordId } = useVault();
  const search = useVaultSearch();
  const change = useChangeVaultSearch();
  const params = useMemo(() => trashListParamsOf(search), [search]);
  const list = useList(useQuery(trashQuery(recordId, params)));
  const { data, refetch } = list;
  return {
    params,
    /** changes when the list shows other rows */
    resetKey: JSON.stringify(params),
    rows: data?.content ?? NO_ROWS,
    total: data?.totalElements ?? 0,
    isPending: list.isPending,
    isError: list.isError && data === undefined,
    problem: list.problem,
    refetch,
    ...useListPage(params, list),
    /** TRASH-09, TRASH-10: the current filter loads the list again. */
    setFilter: (filter: TrashFilter) => {
      const patch = filterPatch(filter);
      const isSame = JSON.stringify(filterOf({ ...patch } as VaultSearch)) === JSON.stringify(params.filter);
      if (isSame && params.page === 1) void refetch();
      else change(patch);
    },
  };
}

const NO_ROWS: readonly TrashItem[] = [];
