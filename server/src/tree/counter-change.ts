import type { CounterChange } from './counters.queries.ts';

/** An item, as the counters of its folder need it. */
interface CountedItem {
  kind: 'folder' | 'file';
  sizeBytes: number;
}

function changeBy(folderId: string, { kind, sizeBytes }: CountedItem, sign: 1 | -1): CounterChange {
  return {
    folderId,
    folders: kind === 'folder' ? sign : 0,
    files: kind === 'file' ? sign : 0,
    bytes: sign * sizeBytes,
  };
}

/** The change of the parent's counters when an item leaves it. */
export const removalChange = (item: CountedItem & { parentId: string }): CounterChange =>
  changeBy(item.parentId, item, -1);

/** The change of a folder's counters when an item is added. */
export const additionChange = (item: CountedItem, folderId: string): CounterChange =>
  changeBy(folderId, item, 1);
