export { BackupError, writeFailure } from './backup-error.ts';
export { bucketPlace } from './bucket-place.ts';
export { contentsOf, type ListedContent } from './contents-list.ts';
export { isIntactFile, linesOf, readBytes, readText, writeHashed } from './files.ts';
export { folderPlace } from './folder-place.ts';
export { type HashedFile, type Manifest, manifestText, readManifest } from './manifest.ts';
export { type BackupPlace, type Copies, type Snapshot, takenAtOf } from './place.ts';
export { contentsFile, jobsFile, keyFile, tableFile } from './snapshot-files.ts';
