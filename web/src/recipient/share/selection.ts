import type { Item } from '@vault/contract';
import { isFolder, PAGE_SIZE, type AskList } from './items.ts';

/** What a visitor takes along (C46, C65): files by their id, folders by their path. */
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

/** More files than this no download may have, so no more of the list is needed to have it refused. */
const MOST_FILES = 1000;

/**
 * Everything in a folder of the share, or all that is shared.
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
