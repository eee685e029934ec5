import { contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { listQueryOf, type ListParams } from './list-params.ts';

/**
 * Loads a page of a folder or of a search (C03), again each time the page is shown. The previous page stays until the
 * new one is loaded. The screen itself reports a deleted folder (FILES-50).
 */
export function listQuery(recordId: string, params: ListParams) {
  return queryOptions({
    queryKey: keys.list(recordId, params),
    // The filter is built at each call, because its times, such as the last 7 days, are relative to the time of the
    // call.
    queryFn: ({ signal }) =>
      call(contract.files.list, { params: { recordId }, query: listQueryOf(params) }, { signal }),
    placeholderData: keepPreviousData,
    meta: { section: 'list', silentCodes: ['NOT_FOUND'] },
  });
}
