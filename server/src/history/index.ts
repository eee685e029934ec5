export { type AccessEntry, extendAccess, recordAccess } from './access.queries.ts';
export { type FileAccess, type Opening, recordFileAccess } from './record-file-access.ts';
export { recordSearch, type Search } from './record-search.ts';
export { historyRoutes } from './routes.ts';
export { followMergedFiles } from './merged.queries.ts';
export { deleteAccessRecords } from './delete-records.queries.ts';
