import { contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { pageQueryOf, type ListPage } from '../shared/list/index.ts';
import { trashQueryOf, type TrashFilter } from './filter.ts';

/** The page, filter and order of the list. */
export interface TrashListParams extends ListPage {
  filter: TrashFilter;
}

/**
 * Loads a page of the record's trash (C34). The current day is determined at each call, because presets depend on it.
 */
export const trashQuery = (recordId: string, { filter, page, size, sort }: TrashListParams) =>
  queryOptions({
    queryKey: [...keys.trash(recordId), 'list', { filter, page, size, sort }],
    queryFn: ({ signal }) => {
      const query = { ...trashQueryOf(filter), ...pageQueryOf({ page, size, sort }) };
      return call(contract.trash.list, { params: { id: recordId }, query }, { signal });
    },
    placeholderData: keepPreviousData,
    // SHELL-04: the data is removed when the user leaves the tab.
    gcTime: 0,
    meta: { section: 'trash' },
  });

/** TRASH-04: the users that can be chosen in 'Deleted by' (C35). */
export const deletersQuery = (recordId: string) =>
  queryOptions({
    queryKey: [...keys.trash(recordId), 'deleters'],
    queryFn: ({ signal }) => call(contract.trash.deleters, { params: { ownerId: recordId } }, { signal }),
    gcTime: 0,
    // A failure shows no message here, because the list of the trash reports it.
    meta: { silent: true },
  });
