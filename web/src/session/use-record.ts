import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RecordName, recordQuery, recordsQuery } from './queries.ts';

interface FoundRecord {
  /** null when the person cannot open it; undefined while it loads, and without an id */
  record: RecordName | null | undefined;
  /** why the first load failed; null when it did not */
  failure: Error | null;
  reload: () => Promise<unknown>;
}

/**
 * Finds a record by its id. The server is asked for it only when it is not on a page of the list that is loaded
 * (SPEED-02).
 */
export function useRecord(recordId: string | undefined): FoundRecord {
  const list = useInfiniteQuery(recordsQuery());
  const listed = list.data?.pages.flat().find(({ sfid }) => sfid === recordId);
  // It can be on a page that is not loaded.
  const mayBeLater = recordId !== undefined && listed === undefined && list.hasNextPage;
  const named = useQuery({ ...recordQuery(recordId ?? ''), enabled: mayBeLater });
  const unlisted = mayBeLater ? named.data : null;
  const isLoading = recordId === undefined || list.data === undefined;
  return {
    record: isLoading ? undefined : (listed ?? unlisted),
    failure:
      (list.isLoadingError ? list.error : null) ?? (mayBeLater && named.isLoadingError ? named.error : null),
    reload: () => (list.data === undefined ? list : named).refetch(),
  };
}
