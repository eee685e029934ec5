export { BackupError, writeFailure } from './backup-error.ts';
export { ContentFolder } from './content-folder.ts';
export { contentsOf, type ListedContent } from './contents-list.ts';
export { isIntactFile, linesOf, readBytes, writeHashed } from './files.ts';
export {
  blobsOf,
  contentsFile,
  discardSnapshot,
  finishSnapshot,
  jobsFile,
  openSnapshot,
  prepareFolder,
  type Snapshot,
  syncBackup,
  tableFile,
  unfinishedPath,
} from './folder.ts';
export { type HashedFile, type Manifest, manifestText, readManifest } from './manifest.ts';
