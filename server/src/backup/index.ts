export { createBackup, type BackupReport } from './create-backup.ts';
export { pruneBackup, type PruneReport } from './prune-backup.ts';
export { readLastBackup } from './last-backup.queries.ts';
export { restoreBackup, type RestoreReport, type RestoreTarget } from './restore-backup.ts';
export { verifyBackup, type VerifyReport } from './verify-backup.ts';
