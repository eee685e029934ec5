import { contract, RECENT_SEARCHES } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/index.ts';

/**
 * SEARCH-13: the person's latest searches in the record (C14). They are loaded each time the dropdown opens
 * (SEARCH-15).
 */
export const recentSearchesQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['recent-searches', recordId],
    queryFn: async ({ signal }) => {
      const query = { type: 'Search_File', relationId: recordId, page: 0, size: RECENT_SEARCHES } as const;
      return (await call(contract.history.recentSearches, { query }, { signal })).content;
    },
    staleTime: 0,
    meta: { silent: true },
  });

/** SEARCH-05: whether the person can choose where to search (C15). The choice is not offered while this is unknown. */
export const modeOfferedQuery = queryOptions({
  queryKey: ['search-mode-offered'],
  queryFn: async ({ signal }) => {
    const body = { filters: { name: 'fileSystem', key: 'fileSearch' } };
    const [setting] = await call(contract.files.settings, { body }, { signal });
    return setting?.value === 'true';
  },
  staleTime: Infinity,
  meta: { silent: true },
});
