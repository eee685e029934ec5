import { keys } from '../api/index.ts';
import type { FolderIndex } from '../tree/index.ts';
import type { Changes } from './changes.ts';

interface Known {
  recordId: string;
  /** undefined until it is here */
  tree: FolderIndex | undefined;
}

/** What the files list knows itself by (files/list-params.ts), as far as it matters here. */
interface ListPlace {
  folderId?: string | null;
  search?: object | null;
}

const begins = (key: readonly unknown[], start: readonly unknown[]) =>
  start.every((part, index) => key[index] === part);

/** Whether what stands under a query key is out of date after the changes. */
export function isConcerned(key: readonly unknown[], changes: Changes, known: Known): boolean {
  const { recordId } = known;
  const itemsMoved = changes.has('tree') || changes.has('trash');
  if (begins(key, keys.tree(recordId))) return changes.has('tree');
  if (begins(key, keys.trash(recordId))) return changes.has('trash');
  // Links tell of the folders of what they share.
  if (begins(key, keys.links(recordId))) return changes.has('links') || itemsMoved;
  if (begins(key, keys.linkViews())) return changes.has('links');
  if (begins(key, keys.versions())) return changes.has('list');
  if (begins(key, keys.list(recordId)))
    return isListConcerned(key[3] as ListPlace | undefined, changes, known);
  return false;
}

/** A list shows its folder's items with the sizes of all that lies below them; a search shows any folder's. */
function isListConcerned(place: ListPlace | undefined, changes: Changes, { tree }: Known): boolean {
  if (!changes.has('list')) return false;
  const { folders } = changes;
  const isOneFolder = place?.folderId !== undefined && place.search === null;
  if (folders === null || tree === undefined || !isOneFolder) return true;
  const shownId = place.folderId ?? tree.root.id;
  return [...folders].some((id) => isAtOrBelow(tree, id, shownId));
}

/** A folder that the tree does not know yet may be anywhere. */
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
