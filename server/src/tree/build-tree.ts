import type { TreeNode } from '@vault/contract';
import { joinPath } from './folder.ts';

/** A folder that is not in the trash itself. */
export interface TreeRow {
  id: string;
  parentId: string;
  name: string;
  subtreeBytes: number;
}

/**
 * Nests the folders of a record (C04). Folders below a trashed folder cannot be reached from the root, so they are left
 * out.
 * @param rows in the order of each level, without the root
 */
export function buildTree(rows: readonly TreeRow[], rootId: string): TreeNode[] {
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
  // An explicit stack instead of recursion supports folders of any depth.
  const open = [...top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const row of children.get(node.sfid) ?? []) {
      const child = nodeOf(row, node.folderPath);
      node.children.push(child);
      open.push(child);
    }
  }
  return top;
}
