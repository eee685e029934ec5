export { FolderTree } from './folder-tree.tsx';
export { chainTo, nearestLiving, type Folder, type FolderIndex } from './folders.ts';
export { treeQuery } from './queries.ts';
export { shownPath } from './shown-path.ts';
