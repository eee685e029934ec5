import { TRASH_SORT_FIELDS } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useVault, type VaultSearch } from '../shared/index.ts';
import { listPageOf, useListFilter, useListPage, useListParams } from '../shared/list/index.ts';
import { FILTER_FORMAT } from './filter.ts';
import { trashQuery, type TrashListParams } from './queries.ts';

/** Reads the list parameters from the address. */
export function trashListParamsOf(search: VaultSearch): TrashListParams {
  return { filter: FILTER_FORMAT.parse(search), ...listPageOf(search, TRASH_SORT_FIELDS) };
}

/** Returns the page of the trash that the address names, and functions that open another page. */
export function useTrashList() {
  const { recordId } = useVault();
  const params = useListParams(trashListParamsOf);
  const list = useListPage(params, useQuery(trashQuery(recordId, params)));
  // TRASH-09, TRASH-10: applying the current filter again loads its first page.
  const { setFilter } = useListFilter(FILTER_FORMAT, { run: () => void list.refetch(), pages: 'first' });
  return { ...list, params, setFilter };
}
