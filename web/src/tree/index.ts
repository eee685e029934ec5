export { FolderTree } from './folder-tree.tsx';
export { chainTo, indexOf, nearestLiving, type Folder, type FolderIndex } from './folders.ts';
export { isFolder } from './is-folder.ts';
export { loadTree, treeQuery } from './queries.ts';
export { shownPath } from './shown-path.ts';
