export { BlobLengthWrong, BlobTooLarge } from './blobs.ts';
export type { BlobBody, BlobRange, BlobReader, Blobs, StoredBlob, WriteOptions } from './blobs.ts';
export { diskBlobs } from './disk.ts';
