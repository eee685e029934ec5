export {
  type FileAccess,
  type Opening,
  recordFileAccess,
  recordFileAccessAlone,
} from './record-file-access.ts';
export { hasPreviewed } from './has-previewed.queries.ts';
export { mergeTargets, storeMergedFiles, withMergedFiles } from './merged.queries.ts';
export { recordSearch, type Search } from './recent-searches.queries.ts';
export { IS_FILE_ACCESS } from './file-history.queries.ts';
export { listAuditedAccess } from './list.ts';
export { historyRoutes } from './routes.ts';
