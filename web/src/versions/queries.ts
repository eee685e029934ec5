import { contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import type { Sort } from '../kit/index.ts';

/** A page of a list; page numbers start at 1. */
export interface Paging {
  page: number;
  size: number;
}

/**
 * The key of all queries about a file's versions and accesses. It does not start with the key of the record, so that
 * reloading lists does not reload them.
 */
export const fileKey = keys.versions;

/** A page of a file's versions (C31), newest first. */
export const versionsQuery = (fileId: string, { page, size }: Paging) =>
  queryOptions({
    queryKey: [...fileKey(fileId), 'list', page, size],
    queryFn: ({ signal }) =>
      call(contract.versions.list, { params: { sfid: fileId }, query: { page: page - 1, size } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/**
 * A page of the previews and downloads of a file; newest first unless another order is chosen (HISTORY-04).
 * @param isAudited by the right `audit`, also of a file that no longer exists (C119); else C16
 */
export const historyQuery = (
  fileId: string,
  { page, size, sort }: Paging & { sort: Sort | null },
  isAudited = false,
) => {
  const endpoint = isAudited ? contract.activity.accessRecords : contract.history.accessRecords;
  const query = {
    type: 'Download',
    relationId: fileId,
    page: page - 1,
    size,
    sort: sort === null ? undefined : `${sort.key},${sort.direction}`,
  } as const;
  return queryOptions({
    queryKey: [...fileKey(fileId), 'history', isAudited, query],
    queryFn: ({ signal }) => call(endpoint, { query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};

/** The stored checksums of a version (C57); they never change. */
export const receiptQuery = (versionId: string) =>
  queryOptions({
    queryKey: ['receipt', versionId],
    queryFn: ({ signal }) => call(contract.versions.receipt, { params: { versionId } }, { signal }),
    staleTime: Infinity,
  });
