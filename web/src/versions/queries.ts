import { contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import type { Sort } from '../kit/index.ts';

/** A page of a list; the page is counted from 1, as people do. */
export interface Paging {
  page: number;
  size: number;
}

/** Everything that is known of a file's versions and accesses; not of the record, so that no list reloads it. */
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

/** A page of who previewed or downloaded a file (C16); newest first when no order is chosen (HISTORY-04). */
export const historyQuery = (fileId: string, { page, size }: Paging, sort: Sort | null) => {
  const query = {
    type: 'Download',
    relationId: fileId,
    page: page - 1,
    size,
    sort: sort === null ? undefined : `${sort.key},${sort.direction}`,
  } as const;
  return queryOptions({
    queryKey: [...fileKey(fileId), 'history', query],
    queryFn: ({ signal }) => call(contract.history.accessRecords, { query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};

/** What proves that a version is what was stored (C57); it never changes. */
export const receiptQuery = (versionId: string) =>
  queryOptions({
    queryKey: ['receipt', versionId],
    queryFn: ({ signal }) => call(contract.versions.receipt, { params: { versionId } }, { signal }),
    staleTime: Infinity,
  });
