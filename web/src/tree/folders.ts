import type { CallData, TreeNode, contract } from '@vault/contract';
import { ROOT_NAME } from './texts.ts';

/** A folder in the form that the screens use. */
export interface Folder {
  id: string;
  name: string;
  /** folder names joined by '/', '' for the root (D-06) */
  path: string;
  /** null for the root */
  parentId: string | null;
  /** size of all files below it, in bytes */
  sizeBytes: number;
  isRoot: boolean;
  /** position among the folders of the same parent, sorted by name, from 0 */
  position: number;
  children: Folder[];
}

export interface FolderIndex {
  root: Folder;
  byId: ReadonlyMap<string, Folder>;
}

/** Returns the folders with their parents, including the root, indexed by id. */
export function indexOf(tree: CallData<typeof contract.tree.folders>): FolderIndex {
  const root: Folder = {
    id: tree.rootFolderSfid,
    name: ROOT_NAME,
    path: '',
    parentId: null,
    sizeBytes: tree.rootSize,
    isRoot: true,
    position: 0,
    children: [],
  };
  const byId = new Map([[root.id, root]]);
  const open: { parent: Folder; nodes: readonly TreeNode[] }[] = [{ parent: root, nodes: tree.folderTree }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const { parent, nodes } = level;
    for (const [position, node] of nodes.entries()) {
      const folder = folderOf(node, parent.id, position);
      parent.children.push(folder);
      byId.set(folder.id, folder);
      open.push({ parent: folder, nodes: node.children });
    }
  }
  return { root, byId };
}

function folderOf(node: TreeNode, parentId: string, position: number): Folder {
  return {
    id: node.sfid,
    name: node.name,
    path: node.folderPath,
    parentId,
    sizeBytes: node.size,
    isRoot: false,
    position,
    children: [],
  };
}

/** Returns the folders from the root to this one, including both. */
export function chainTo(index: FolderIndex, folder: Folder): Folder[] {
  const chain: Folder[] = [];
  let at: Folder | undefined = folder;
  while (at !== undefined) {
    chain.push(at);
    at = at.parentId === null ? undefined : index.byId.get(at.parentId);
  }
  return chain.toReversed();
}

/**
 * FILES-50: returns the replacement for a deleted folder: its nearest existing parent, or the root when its parents are
 * unknown.
 * @param parents the last known parent of each folder, by id
 */
export function nearestLiving(
  index: FolderIndex,
  goneId: string,
  parents: ReadonlyMap<string, string>,
): Folder {
  const seen = new Set([goneId]);
  let at = parents.get(goneId);
  while (at !== undefined && !seen.has(at)) {
    const living = index.byId.get(at);
    if (living !== undefined) return living;
    seen.add(at);
    at = parents.get(at);
  }
  return index.root;
}
