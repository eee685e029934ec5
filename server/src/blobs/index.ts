export { StoredContents, type ContentDeps, readContent } from './content.ts';
export { damageMarker, measureDamage } from './damage.ts';
export { intactCopies } from './intact-copies.ts';
export { type BlobIds, storeContent, storeContents } from './store-contents.ts';
export { orRelease, releaseBytes } from './release.ts';
export { releaseBlobs } from './release.queries.ts';
export { type SweepDeps, sweepAllBlobs, sweepReleased } from './sweep.ts';
export { unknownKeys } from './sweep.queries.ts';
export { blobTasks, deleteInfected, deleteInfectedSoon } from './tasks.ts';
