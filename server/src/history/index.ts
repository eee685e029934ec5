export { type AccessEntry, extendAccess, recordAccess } from './access.queries.ts';
export { recordSearch, type Search } from './record-search.ts';
export { historyRoutes } from './routes.ts';
export { followMergedFiles } from './merged.queries.ts';
export { deleteAccessRecords } from './delete-records.queries.ts';
