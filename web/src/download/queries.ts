import { contract, type DownloadBody } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';

/**
 * How much a download would be (C21). Asked anew at every opening and every change (DOWNLOAD-06); its failure
 * is told in the modal.
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
