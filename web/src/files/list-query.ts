import { contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { listQueryOf, type ListParams } from './list-params.ts';

/**
 * A page of a folder or of a search (C03), loaded again whenever it is shown. The previous page stays until the new one
 * is loaded. The screen itself reports a deleted folder (FILES-50).
 */
export function listQuery(recordId: string, params: ListParams) {
  return queryOptions({
    queryKey: keys.list(recordId, params),
    // Times of a search are relative to the time of the call.
    queryFn: ({ signal }) =>
      call(contract.files.list, { params: { recordId }, query: listQueryOf(params) }, { signal }),
    placeholderData: keepPreviousData,
    meta: { section: 'list', silentCodes: ['NOT_FOUND'] },
  });
}
