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
 * Returns the listing with the next page. An item that is on both pages, because the list has changed between the
 * calls, is listed one time.
 */
export async function withNextPage(
  askList: AskList,
  listing: Listing,
  signal: AbortSignal,
): Promise<Listing> {
  const query = { path: listing.path, page: listing.pages, size: PAGE_SIZE };
  const page = await askList({ query, signal });
  const byId = new Map([...listing.items, ...page.content].map((item) => [item.sfid, item]));
  const isEnd = page.content.length < PAGE_SIZE;
  return {
    ...listing,
    items: [...byId.values()],
    total: isEnd ? byId.size : page.totalElements,
    pages: listing.pages + 1,
  };
}
