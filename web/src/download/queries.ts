import { contract, type DownloadBody } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';

/**
 * The size of a download (C21). Loaded again at every opening and every change (DOWNLOAD-06); the modal shows its
 * failure.
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
