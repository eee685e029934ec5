import type { FolderChange } from '../tree/index.ts';
import type { PlanItem } from './plan.ts';

/** What a folder loses with an item that leaves it, or gains with one that comes. */
function itemChange(folderId: string, item: PlanItem, sign: 1 | -1): FolderChange {
  return {
    folderId,
    folders: item.kind === 'folder' ? sign : 0,
    files: item.kind === 'file' ? sign : 0,
    bytes: sign * item.sizeBytes,
  };
}

export const leavingChange = (item: PlanItem): FolderChange => itemChange(item.parentId, item, -1);

/** @param folderId where it comes to lie */
export const comingChange = (item: PlanItem, folderId: string): FolderChange => itemChange(folderId, item, 1);

/**
 * A folder that dissolves leaves without its bytes: its children, which leave it one by one, take theirs along from
 * all folders above.
 */
export const dissolvingChange = (folder: PlanItem): FolderChange =>
  leavingChange({ ...folder, sizeBytes: 0 });

/** One change a folder, however many items come and go; none where nothing changes in the end. */
export function summedUp(changes: readonly FolderChange[]): FolderChange[] {
  const sums = new Map<string, Required<FolderChange>>();
  for (const { folderId, folders = 0, files = 0, bytes = 0 } of changes) {
    const sum = sums.get(folderId) ?? { folderId, folders: 0, files: 0, bytes: 0 };
    sum.folders += folders;
    sum.files += files;
    sum.bytes += bytes;
    sums.set(folderId, sum);
  }
  return [...sums.values()];
}
