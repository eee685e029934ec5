export type { Change, ItemAttributes } from './author.ts';
export { adjustFolders, type FolderChange } from './counters.queries.ts';
export { ensureFolders, type EnsureFolders, mustNotBeTooDeep } from './ensure-folders.ts';
export { type Folder, joinPath, splitPath } from './folder.ts';
export { insertFolders, type NewFolder } from './items.queries.ts';
export {
  type LiveItem,
  liveItemsOfCaller,
  liveItemsOfRecord,
  mustFindFolder,
  mustFindItem,
} from './live-items.ts';
export { lockRecord } from './lock.queries.ts';
export { type FileToPut, type PutFile, type PutFiles, putFiles } from './put-files.ts';
export { findFolder, findFolderById, foldersById, foldersByPath, resolveFolder } from './resolve.ts';
export { treeRoutes } from './routes.ts';
