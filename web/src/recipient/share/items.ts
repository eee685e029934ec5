import type { Item, Paged } from '@vault/contract';
import type { CallInput } from '../visit/client.ts';

/** Number of items per page. */
export const PAGE_SIZE = 50;

/** The items of a folder of the share that are loaded so far. */
export interface Listing {
  /** path of the listed folder; for a share of one folder the first path is that folder instead of '' */
  path: string;
  items: readonly Item[];
  total: number;
  /** number of loaded pages */
  pages: number;
}

export type AskList = (input: CallInput) => Promise<Paged<Item>>;

export const isFolder = (item: Pick<Item, 'fileType'>): boolean => item.fileType === 'folder';

/**
 * Loads the first page of a folder (C45). A share of a single folder opens that folder directly, without a list of one
 * folder.
 * @throws CallError; the signal's reason when aborted
 */
export async function firstPage(askList: AskList, path: string, signal: AbortSignal): Promise<Listing> {
  const page = await askList({ query: { path, page: 0, size: PAGE_SIZE }, signal });
  const [only] = page.content;
  if (path === '' && page.totalElements === 1 && only && isFolder(only)) {
    return firstPage(askList, only.folderPath, signal);
  }
  return { path, items: page.content, total: page.totalElements, pages: 1 };
}

/**
 * Returns the listing with the next page. When the number of items has changed between the calls, the pages no longer
 * join: an item would be skipped or appear twice, so that all pages are loaded again.
 */
export async function withNextPage(
  askList: AskList,
  listing: Listing,
  signal: AbortSignal,
): Promise<Listing> {
  const { path, pages } = listing;
  const load = (page: number) => askList({ query: { path, page, size: PAGE_SIZE }, signal });
  const next = await load(pages);
  const isChanged = next.totalElements !== listing.total;
  const loaded = isChanged ? await Promise.all(Array.from({ length: pages }, (_, page) => load(page))) : [];
  const before = isChanged ? loaded.flatMap(({ content }) => content) : listing.items;
  const byId = new Map([...before, ...next.content].map((item) => [item.sfid, item]));
  const isEnd = next.content.length < PAGE_SIZE;
  return {
    ...listing,
    items: [...byId.values()],
    total: isEnd ? byId.size : next.totalElements,
    pages: pages + 1,
  };
}
