export type { Change, ItemAttributes } from './author.ts';
export { claimNames } from './claim-names.ts';
export { adjustFolders, type FolderChange } from './counters.queries.ts';
export { mustFitAtDepth, mustNotBeTooDeep } from './depth.ts';
export { ensureFolders } from './ensure-folders.ts';
export type { NameClaim } from './free-name.ts';
export { type Folder, joinPath, splitPath } from './folder.ts';
export { insertFolders } from './items.queries.ts';
export { type LiveItem, liveItemsOfCaller, liveItemsOfRecord, mustFindItem } from './live-items.ts';
export { lockRecord } from './lock.queries.ts';
export { type FileToPut, type PutFile, putFiles } from './put-files.ts';
export {
  findFolder,
  findFolderById,
  foldersById,
  foldersByPath,
  resolveFolder,
  subfolderByName,
} from './resolve.ts';
export { treeRoutes } from './routes.ts';
