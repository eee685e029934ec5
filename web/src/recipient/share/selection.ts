import type { Item } from '@vault/contract';
import { isFolder, PAGE_SIZE, type AskList } from './items.ts';

/** The items of a download (C46, C65): files by their id, folders by their path. */
export interface Selection {
  sfids: string[];
  paths: string[];
}

export function selectionOf(items: readonly Item[]): Selection {
  return {
    sfids: items.filter((item) => !isFolder(item)).map((item) => item.sfid),
    paths: items.filter(isFolder).map((item) => item.folderPath),
  };
}

/**
 * The largest number of files in a download. The list is not loaded beyond it, because the server refuses a larger
 * download.
 */
const MOST_FILES = 1000;

/**
 * Returns the selection of everything in a folder of the share, or of everything that is shared.
 * @throws CallError; the signal's reason when aborted
 */
export async function wholeOf(askList: AskList, path: string, signal: AbortSignal): Promise<Selection> {
  if (path !== '') return { sfids: [], paths: [path] };
  const items: Item[] = [];
  for (let page = 0; items.length <= MOST_FILES; page += 1) {
    const { content } = await askList({ query: { path, page, size: PAGE_SIZE }, signal });
    items.push(...content);
    if (content.length < PAGE_SIZE) break;
  }
  return selectionOf(items);
}
