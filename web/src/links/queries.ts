import { contract, type LinkStatusFilter } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import type { Sort } from '../kit/index.ts';
import type { ListPage } from '../shell/index.ts';

/** Which page of the links the list shows. */
export interface LinkListParams extends ListPage {
  status: LinkStatusFilter;
}

/** D-34: the screen always asks for links of every kind. */
const EVERY_KIND = 'ALL';

/** LINKS-39: no order means no parameter. */
const sortOf = (sort: Sort | null) => (sort === null ? {} : { sort: `${sort.key},${sort.direction}` });

/** A page of the record's links (C38). */
export const linksQuery = (recordId: string, { status, page, size, sort }: LinkListParams) => {
  // LINKS-36: pages count from 0 there.
  const query = { queryType: EVERY_KIND, status, page: page - 1, size, ...sortOf(sort) } as const;
  return queryOptions({
    queryKey: [...keys.links(recordId), query],
    queryFn: ({ signal }) => call(contract.links.list, { params: { recordId }, query }, { signal }),
    placeholderData: keepPreviousData,
    // SHELL-04: a tab that is left forgets what it showed.
    gcTime: 0,
    meta: { section: 'links' },
  });
};

/** LINKS-44: where all links of a filter can be had as a file, in the browser's own time zone. */
export function askForExport(
  recordId: string,
  { status, sort }: Pick<LinkListParams, 'status' | 'sort'>,
): Promise<string> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { queryType: EVERY_KIND, status, timeZone, ...sortOf(sort) } as const;
  return call(contract.links.exportAddress, { params: { recordId }, query });
}

/** A page of who used a link (C16), newest first when no order is chosen (LINKVIEWS-04, LINKVIEWS-05). */
export const viewsQuery = (linkId: string, { page, size, sort }: Omit<LinkListParams, 'status'>) => {
  const query = { type: 'Link_View', relationId: linkId, page: page - 1, size, ...sortOf(sort) } as const;
  return queryOptions({
    queryKey: [...keys.linkViews(linkId), query],
    queryFn: ({ signal }) => call(contract.history.accessRecords, { query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};
