export { readAncestry } from './ancestry.ts';
export type { Authorship, ItemAttributes } from './authorship.ts';
export { claimNames } from './claim-names.ts';
export { adjustFolders, type CounterChange } from './counters.queries.ts';
export { ensureFolders } from './ensure-folders.ts';
export type { NameClaim } from './name-claim.ts';
export { additionChange, removalChange } from './counter-change.ts';
export { type Folder, isAtOrBelow, joinPath, type NewPlace, splitPath } from './folder.ts';
export { WALK_BY_NAMES } from './folder.queries.ts';
export { insertFolders } from './items.queries.ts';
export {
  liveIdsOfRecord,
  type LiveItem,
  liveItemsOfCaller,
  liveItemsOfRecord,
  mustFindItem,
} from './live-items.ts';
export { lockAndRead, lockRecord } from './lock.queries.ts';
export { lockRecords } from './lock-records.ts';
export { allowLongerNames, mustBeWithinLimits, mustFitAtPaths } from './path-limits.ts';
export { type FileToPut, type PutFile, putFiles } from './put-files.ts';
export { mustFitRecord, type RecordFiller, withinRecordSize } from './record-size.ts';
export { findFolder, foldersById, foldersByPath, resolveFolder, subfolderByName } from './resolve.ts';
export { treeRoutes } from './routes.ts';
export { refreshAfterMany, treeTasks } from './statistics.ts';
