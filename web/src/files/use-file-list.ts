import type { FoundItem } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { hasErrorCode, useList } from '../api/index.ts';
import type { Sort } from '../kit/index.ts';
import { useChangeVaultSearch, useVault, useVaultSearch } from '../shared/index.ts';
import { lastPage, listParamsOf, sortText } from './list-params.ts';
import { listQuery } from './list-query.ts';

/** The page of the list that the address names, and functions that open another one. */
export function useFileList() {
  const { recordId } = useVault();
  const search = useVaultSearch();
  const change = useChangeVaultSearch();
  const params = useMemo(() => listParamsOf(search), [search]);
  const list = useList(useQuery(listQuery(recordId, params)));
  const { data, isPlaceholderData } = list;

  const last = data === undefined ? params.page : lastPage(data.totalElements, params.size);
  const isPastEnd = !isPlaceholderData && params.page > last;
  useEffect(() => {
    if (isPastEnd) change({ page: last }, { replace: true });
  }, [isPastEnd, last, change]);

  const isGone = hasErrorCode(list.error, 'NOT_FOUND');
  return {
    params,
    rows: data?.content ?? NO_ROWS,
    total: data?.totalElements ?? 0,
    /** no page has been loaded yet */
    isFirstLoad: data === undefined && (list.isPending || isGone),
    isFailed: data === undefined && list.isError && !isGone,
    problem: list.problem,
    /** the list call reports that the folder does not exist */
    isGone,
    retry: () => void list.refetch(),
    setPage: (page: number, size: number) => change({ page, size }),
    setSort: (sort: Sort | null) => change({ sort: sort === null ? undefined : sortText(sort), page: 1 }),
  };
}

const NO_ROWS: readonly FoundItem[] = [];

export type FileList = ReturnType<typeof useFileList>;
