import type { Item, Paged } from '@vault/contract';
import type { CallInput } from '../visit/client.ts';

/** So many items come at once. */
export const PAGE_SIZE = 50;

/** A folder of the share as far as it is listed. */
export interface Listing {
  /** the folder that is listed: of a share of one folder that folder, in place of '' */
  path: string;
  items: readonly Item[];
  total: number;
  /** pages that are here */
  pages: number;
}

export type AskList = (input: CallInput) => Promise<Paged<Item>>;

export const isFolder = (item: Pick<Item, 'fileType'>): boolean => item.fileType === 'folder';

/**
 * The first page of a folder (C45). A share of a single folder opens that folder: a list of one folder would only be
 * in the way.
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

/** The listing with one page more. An item that moved to the next page meanwhile stands in it once. */
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
