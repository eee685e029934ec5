import { keys } from '../api/index.ts';
import type { FolderIndex } from '../tree/index.ts';
import type { Changes } from './changes.ts';

interface Known {
  recordId: string;
  /** undefined while the tree loads */
  tree: FolderIndex | undefined;
}

/** The relevant fields of the key of the files list (files/list-params.ts). */
interface ListKey {
  folderId?: string | null;
  search?: object | null;
}

const begins = (key: readonly unknown[], start: readonly unknown[]) =>
  start.every((part, index) => key[index] === part);

/** Returns whether the data of a query key is out of date after the changes. */
export function isStale(key: readonly unknown[], changes: Changes, known: Known): boolean {
  const { recordId } = known;
  const itemsMoved = changes.has('tree') || changes.has('trash');
  if (begins(key, keys.tree(recordId))) return changes.has('tree');
  if (begins(key, keys.trash(recordId))) return changes.has('trash');
  // The list of links shows the folders of the linked items, so it changes with them.
  if (begins(key, keys.links(recordId))) return changes.has('links') || itemsMoved;
  if (begins(key, keys.linkViews())) return changes.has('links');
  if (begins(key, keys.versions())) return changes.has('list');
  if (begins(key, keys.list(recordId))) return isListStale(key[3] as ListKey | undefined, changes, known);
  return false;
}

/**
 * Returns whether a list is out of date. A list shows the sizes of its folders, so it depends on all folders below; a
 * search can show items of any folder.
 */
function isListStale(list: ListKey | undefined, changes: Changes, { tree }: Known): boolean {
  if (!changes.has('list')) return false;
  const { folders } = changes;
  const isOneFolder = list?.folderId !== undefined && list.search === null;
  if (folders === null || tree === undefined || !isOneFolder) return true;
  const shownId = list.folderId ?? tree.root.id;
  return [...folders].some((id) => isAtOrBelow(tree, id, shownId));
}

/** Returns whether a folder is `aboveId` or below it; true for a folder that is missing in the tree. */
function isAtOrBelow(tree: FolderIndex, id: string, aboveId: string): boolean {
  let at: string | null = id;
  while (at !== null) {
    if (at === aboveId) return true;
    const folder = tree.byId.get(at);
    if (folder === undefined) return true;
    at = folder.parentId;
  }
  return false;
}
