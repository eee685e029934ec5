import { contract, type DownloadBody } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';

/**
 * Loads the size of a download (C21), again each time the modal opens and each option changes (DOWNLOAD-06). The modal
 * shows a failure itself.
 */
export const downloadSizeQuery = (body: DownloadBody) =>
  queryOptions({
    queryKey: [...keys.record(body.linkId), 'download-size', body],
    queryFn: ({ signal }) => call(contract.download.size, { body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta: { silent: true },
  });
