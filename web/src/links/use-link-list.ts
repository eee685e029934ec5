import { LINK_SORT_FIELDS } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useVault, type VaultSearch } from '../shared/index.ts';
import { listPageOf, useListFilter, useListPage, useListParams } from '../shared/list/index.ts';
import { linksQuery, type LinkListParams } from './queries.ts';
import { FILTER_FORMAT } from './link-filter.ts';

/** Reads the list parameters from the address; an order by a field that the list cannot sort by is ignored. */
export function linkListParamsOf(search: VaultSearch): LinkListParams {
  return { ...FILTER_FORMAT.parse(search), ...listPageOf(search, LINK_SORT_FIELDS) };
}

/** Returns the page of links that the address names, and functions that open another page (LINKS-36 … LINKS-39). */
export function useLinkList() {
  const { recordId } = useVault();
  const params = useListParams(linkListParamsOf);
  const list = useListPage(params, useQuery(linksQuery(recordId, params)));
  const reload = () => void list.refetch();
  // LINKS-03, T-24: setting the current filter again loads the open page again.
  const { setFilter } = useListFilter(FILTER_FORMAT, { run: reload, pages: 'every' });
  return {
    ...list,
    params,
    setFilter,
    /** LINKS-41: called after the server has deleted a row. */
    afterDelete: () => {
      if (list.rows.length === 1 && params.page !== 1) list.setPage(1, params.size);
      else reload();
    },
  };
}
