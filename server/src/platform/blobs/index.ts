export { BLOCK_BYTES } from './block-checksums.ts';
export { BlobDamaged, BlobLengthWrong, BlobTooLarge } from './blobs.ts';
export type {
  BlobBody,
  BlobRange,
  BlobReader,
  BlobRef,
  Blobs,
  BlobStore,
  Damage,
  DirectProgress,
  DirectUpload,
  DirectUploads,
  StoredBlob,
  StoredBytes,
  WriteOptions,
} from './blobs.ts';
export { diskBlobs } from './disk.ts';
export {
  BlobFolderError,
  createFolderMarker,
  type FolderMarker,
  readFolderMarker,
  replaceFolderMarker,
} from './folder-marker.ts';
export { diskSpace, type MinimumFree, minimumFreeBytes, type Space } from './free-space.ts';
export { reportingStore } from './reporting.ts';
export { bucketFolder, existingS3Blobs, s3Blobs } from './s3.ts';
export type { BucketFolder } from './s3/bucket-folder.ts';
export type { S3Settings } from './s3/settings.ts';
export { streamOf } from './stream-of.ts';
export { type StorePair, twoStores } from './two-stores.ts';
export { S3StartError } from './s3/start-error.ts';
