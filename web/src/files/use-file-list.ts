import { useQuery } from '@tanstack/react-query';
import { hasErrorCode } from '../api/index.ts';
import { useVault } from '../shared/index.ts';
import { useListPage, useListParams } from '../shared/list/index.ts';
import { listParamsOf } from './list-params.ts';
import { listQuery } from './list-query.ts';

/** Returns the page of the list that the address names, and functions that open another page. */
export function useFileList() {
  const { recordId } = useVault();
  const params = useListParams(listParamsOf);
  const list = useListPage(params, useQuery(listQuery(recordId, params)));
  const isGone = hasErrorCode(list.error, 'NOT_FOUND');
  return {
    ...list,
    params,
    /** true until the first page of the list is loaded */
    isFirstLoad: list.isPending || (isGone && !list.isLoaded),
    isFailed: list.isError && !isGone,
    /** true when the list call reports that the folder does not exist */
    isGone,
    retry: () => void list.refetch(),
  };
}

export type FileList = ReturnType<typeof useFileList>;
