import { contract, type LINK_QUERY_TYPES, type LinkStatusFilter } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { pageQueryOf, sortText, type ListPage } from '../shared/list/index.ts';

/** The page, filter and order of the list of links. */
export interface LinkListParams extends ListPage {
  status: LinkStatusFilter;
  /** the type of links to list (D-34, USE-44) */
  queryType: (typeof LINK_QUERY_TYPES)[number];
  /** a text that the name, a recipient or the creator contains; '' for all links */
  text: string;
}

/** Returns the query parameter of the text; an empty text has none. */
const searchOf = (text: string) => (text === '' ? {} : { search: text });

/** Returns a page of the record's links (C38). */
export const linksQuery = (recordId: string, params: LinkListParams) => {
  const { status, queryType, text } = params;
  const query = { queryType, status, ...searchOf(text), ...pageQueryOf(params) } as const;
  return queryOptions({
    queryKey: [...keys.links(recordId), query],
    queryFn: ({ signal }) => call(contract.links.list, { params: { recordId }, query }, { signal }),
    placeholderData: keepPreviousData,
    // SHELL-04: the data is removed when the user leaves the tab.
    gcTime: 0,
    meta: { section: 'links' },
  });
};

/** USE-18: one link of the record; null when no link has this id. */
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

/** LINKS-44: returns the address of a file that lists all links of a filter, with times in the browser's time zone. */
export function askForExport(
  recordId: string,
  { status, queryType, text, sort }: Omit<LinkListParams, 'page' | 'size'>,
): Promise<string> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = {
    queryType,
    status,
    ...searchOf(text),
    timeZone,
    ...(sort !== null && { sort: sortText(sort) }),
  } as const;
  return call(contract.links.exportAddress, { params: { recordId }, query });
}

/**
 * Returns a page of the views of a link, newest first unless another order is chosen (LINKVIEWS-04, LINKVIEWS-05).
 * @param isAudited by the right `audit`, also of a link that no longer exists (C119); else C16
 */
export const viewsQuery = (linkId: string, params: ListPage, isAudited = false) => {
  const query = { type: 'Link_View', relationId: linkId, ...pageQueryOf(params) } as const;
  const endpoint = isAudited ? contract.activity.accessRecords : contract.history.accessRecords;
  return queryOptions({
    queryKey: [...keys.linkViews(linkId), isAudited, query],
    queryFn: ({ signal }) => call(endpoint, { query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};
