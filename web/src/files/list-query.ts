import { contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { listQueryOf, type ListParams } from './list-params.ts';

/**
 * A page of a folder, or of what a search finds (C03), asked anew whenever it is shown. The former page stays until the new one is here.
 * A folder that is gone is told by the screen itself (FILES-50).
 */
export function listQuery(recordId: string, params: ListParams) {
  return queryOptions({
    queryKey: keys.list(recordId, params),
    // Times of a search go back from the moment of asking.
    queryFn: ({ signal }) =>
      call(contract.files.list, { params: { recordId }, query: listQueryOf(params) }, { signal }),
    placeholderData: keepPreviousData,
    meta: { section: 'list', silentCodes: ['NOT_FOUND'] },
  });
}
