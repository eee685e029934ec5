import type { TreeNode } from '@vault/contract';
import { joinPath } from './folder.ts';

/** A folder that is not in the trash itself. */
export interface TreeRow {
  id: string;
  parentId: string;
  name: string;
  subtreeBytes: number;
}

/** 300,000 folders with paths of 100 characters; each node has two paths. */
const MAX_CHARACTERS = 64_000_000;

/**
 * Nests the folders of a record (C04). Folders below a trashed folder cannot be reached from the root, so they are left
 * out. The deepest folders are left out when all paths together would be too long: a few thousand folders below 200
 * levels of long names would need more memory than a server has.
 * @param rows in the order of each level, without the root
 */
export function buildTree(
  rows: readonly TreeRow[],
  rootId: string,
  maxCharacters = MAX_CHARACTERS,
): TreeNode[] {
  const children = Map.groupBy(rows, (row) => row.parentId);
  const nodeOf = (row: TreeRow, parentFolder: string): TreeNode => ({
    sfid: row.id,
    name: row.name,
    children: [],
    folderPath: joinPath(parentFolder, row.name),
    parentFolder,
    parentFolderSfid: row.parentId,
    isRootFolder: false,
    size: row.subtreeBytes,
  });
  const top = (children.get(rootId) ?? []).map((row) => nodeOf(row, ''));
  let left = maxCharacters;
  // Level by level. A list instead of recursion supports folders of any depth.
  const open = [...top];
  for (const node of open) {
    const below = children.get(node.sfid) ?? [];
    left -= below.reduce((sum, row) => sum + 2 * node.folderPath.length + row.name.length, 0);
    if (left < 0) break;
    for (const row of below) {
      const child = nodeOf(row, node.folderPath);
      node.children.push(child);
      open.push(child);
    }
  }
  return top;
}
