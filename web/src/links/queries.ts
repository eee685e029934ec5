import { contract, type LINK_QUERY_TYPES, type LinkStatusFilter } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import type { Sort } from '../kit/index.ts';
import type { ListPage } from '../shell/index.ts';

/** Which page of the links the list shows. */
export interface LinkListParams extends ListPage {
  status: LinkStatusFilter;
  /** D-34, USE-44 */
  queryType: (typeof LINK_QUERY_TYPES)[number];
  /** part of the name, of a recipient or of the maker; '' for any */
  text: string;
}

/** No text means no parameter. */
const searchOf = (text: string) => (text === '' ? {} : { search: text });

/** LINKS-39: no order means no parameter. */
const sortOf = (sort: Sort | null) => (sort === null ? {} : { sort: `${sort.key},${sort.direction}` });

/** A page of the record's links (C38). */
export const linksQuery = (recordId: string, params: LinkListParams) => {
  const { status, queryType, text, page, size, sort } = params;
  // LINKS-36: pages count from 0 there.
  const query = { queryType, status, ...searchOf(text), page: page - 1, size, ...sortOf(sort) } as const;
  return queryOptions({
    queryKey: [...keys.links(recordId), query],
    queryFn: ({ signal }) => call(contract.links.list, { params: { recordId }, query }, { signal }),
    placeholderData: keepPreviousData,
    // SHELL-04: a tab that is left forgets what it showed.
    gcTime: 0,
    meta: { section: 'links' },
  });
};

/** USE-18: one link of the record; null when there is none with this id. */
export const linkQuery = (recordId: string, id: string) =>
  queryOptions({
    queryKey: [...keys.links(recordId), { id }],
    queryFn: async ({ signal }) => {
      const { content } = await call(
        contract.links.list,
        { params: { recordId }, query: { id } },
        { signal },
      );
      return content[0] ?? null;
    },
    gcTime: 0,
  });

/** LINKS-44: where all links of a filter can be had as a file, in the browser's own time zone. */
export function askForExport(
  recordId: string,
  { status, queryType, text, sort }: Omit<LinkListParams, 'page' | 'size'>,
): Promise<string> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { queryType, status, ...searchOf(text), timeZone, ...sortOf(sort) } as const;
  return call(contract.links.exportAddress, { params: { recordId }, query });
}

/** A page of who used a link (C16), newest first when no order is chosen (LINKVIEWS-04, LINKVIEWS-05). */
export const viewsQuery = (linkId: string, { page, size, sort }: ListPage) => {
  const query = { type: 'Link_View', relationId: linkId, page: page - 1, size, ...sortOf(sort) } as const;
  return queryOptions({
    queryKey: [...keys.linkViews(linkId), query],
    queryFn: ({ signal }) => call(contract.history.accessRecords, { query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};
