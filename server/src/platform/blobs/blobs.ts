import type { Readable } from 'node:stream';
import type { MinimumFree, Space } from './free-space.ts';

/** The source of bytes: a request, a file, an unpacked ZIP entry. */
export type BlobBody = Readable | AsyncIterable<Uint8Array>;

/** Part of a blob in bytes: `start` is included, `end` is not. */
export interface BlobRange {
  start: number;
  end: number;
}

/**
 * A blob and the checksums with which its bytes are verified during a read (SAFE-22). The key is opaque and is never
 * used for other bytes.
 */
export interface BlobRef {
  key: string;
  sizeBytes: number;
  /** the CRC-32 of all bytes */
  crc32: number;
  /** the checksum of each block (block-checksums.ts); null for a blob stored before these checksums existed */
  blockChecksums: Buffer | null;
}

/** A blob after it is stored. */
export interface StoredBlob extends BlobRef {
  sha256: Buffer;
}

export interface WriteOptions {
  /** More bytes than this are refused with `BlobTooLarge`. */
  maxBytes: number;
  /** The announced length; any other is refused with `BlobLengthWrong`. Absent: any length. */
  expectedBytes?: number;
  /** The space that the write leaves free; a write that would use it is refused with `FreeSpaceLow`. Absent: none. */
  leaveFree?: MinimumFree;
  /** Aborts the write; no bytes remain. */
  signal?: AbortSignal;
  /** Nothing else uses the pieces of the body: each is freed when it is written (SPEED-10). */
  ownsPieces?: boolean;
}

/** A blob (or a part of it) opened for sequential reading. The caller always closes it. */
export interface BlobReader {
  /**
   * Fills `target`.
   * @returns the number of bytes written to it, less than its length only at the end
   * @throws BlobDamaged at the latest with the last bytes of the wrong block
   */
  read(target: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

/** A direct upload: a client sends the bytes of one blob in parts to the object store, not through the server. */
export interface DirectUpload {
  /** the key of the bytes that clients send */
  key: string;
  /** the store's id of the upload */
  uploadId: string;
  sizeBytes: number;
}

/** A part of a direct upload that the store does not have, in bytes: `start` is included, `end` is not. */
export interface DirectPart {
  start: number;
  end: number;
  /** where the part is sent with PUT, for some minutes; the store accepts only its exact length */
  address: string;
}

/** How far a direct upload is. */
export interface DirectProgress {
  /** the bytes of the parts that the store has */
  receivedBytes: number;
  /** the next parts to send, some of many; empty when the store has all bytes */
  missing: DirectPart[];
}

/**
 * Uploads that clients send straight to the store (NODES-01). Until an upload is completed its parts can be sent again;
 * then its bytes cannot be changed any more.
 */
export interface DirectUploads {
  /** the origin of the addresses, which the page policy must allow */
  readonly origin: string;
  /** the size of the largest upload */
  readonly maxBytes: number;
  /** Begins an upload of at least one byte. `deleteUnfinished` ends an old one. @throws StorageFailed */
  begin(sizeBytes: number): Promise<DirectUpload>;
  /** @returns null when the store knows neither the upload nor its bytes. @throws StorageFailed */
  progress(upload: DirectUpload): Promise<DirectProgress | null>;
  /**
   * Completes an upload and reads the bytes for their checksums. Can be repeated after a failure. The caller references
   * the blob in a row or releases it; when it has another key than the upload, the caller releases that key as well.
   * @param onPiece gets all bytes in order; they do not change later
   * @throws BlobLengthWrong while a part is missing, BlobDamaged when the store does not know the upload, StorageFailed
   */
  complete(upload: DirectUpload, onPiece: (piece: Uint8Array) => void): Promise<StoredBlob>;
  /** Ends an upload and removes its parts. @throws StorageFailed */
  abort(upload: DirectUpload): Promise<void>;
}

/**
 * Immutable bytes under keys that the store creates. Every read is verified. The interface is small, so that a disk and
 * an object store can implement it; `blobs.suite.ts` tests the rules of both. Areas receive this interface only,
 * because it cannot delete (SAFE-20).
 */
export interface Blobs {
  /** the number of blobs that one reply reads concurrently: more would not be faster */
  readonly parallelReads: number;
  /** null when clients cannot send bytes straight to the store */
  readonly directUploads: DirectUploads | null;
  /**
   * Stores a body in one pass and computes its checksums. Resolves only when the bytes would survive a power cut. On
   * any failure no bytes remain. The source is paused, not destroyed, so that the caller can still reply on its
   * connection.
   * @throws BlobTooLarge, BlobLengthWrong, FreeSpaceLow, the error of the source, the reason of the signal,
   * StorageFailed
   */
  write(source: BlobBody, options: WriteOptions): Promise<StoredBlob>;
  /**
   * Opens a blob, or a part of it, for large sequential reads.
   * @throws BlobDamaged, StorageFailed
   */
  open(blob: BlobRef, range?: BlobRange): Promise<BlobReader>;
  /**
   * Like `open`, but returns a stream. A chunk is never overwritten later. Throws the same errors as `open` and
   * `BlobReader`.
   */
  read(blob: BlobRef, range?: BlobRange): Readable;
  /**
   * @returns the number of bytes stored under the key, null when there is no such blob.
   * @throws StorageFailed
   */
  sizeOf(key: string): Promise<number | null>;
  /**
   * @returns the space of the store, at most some seconds old; null for a store without a known limit
   * @throws StorageFailed
   */
  space(): Promise<Space | null>;
  /** Resolves if the store can store bytes now, otherwise rejects (for /readyz). */
  check(): Promise<void>;
}

/** The size and checksums of bytes that were read. */
export interface Measured extends Omit<StoredBlob, 'key'> {
  blockChecksums: Buffer;
}

/** Bytes that the store has under a key. */
export interface StoredBytes {
  key: string;
  sizeBytes: number;
  /** when the bytes were stored */
  storedAt: Date;
}

/** A blob store with deletion. Only the sweep and a move delete; maintenance lists and measures what is stored. */
export interface BlobStore extends Blobs {
  /**
   * Like `write`, under the key that the bytes have in another store; replaces bytes under this key. Throws the same
   * errors, and RangeError for text that is not a key.
   */
  writeAs(key: string, source: BlobBody, options: WriteOptions): Promise<StoredBlob>;
  /**
   * Reads all bytes without verifying them.
   * @throws BlobDamaged when there are none or they cannot be read, StorageFailed
   */
  readStored(key: string): Promise<Readable>;
  /** Deletes a blob; accepts an unknown key. */
  delete(key: string): Promise<void>;
  /** Computes size and checksums of all bytes without verifying them. Throws as `readStored`. */
  measure(key: string): Promise<Measured>;
  /**
   * All stored blobs in the byte order of their keys, so that they can be compared with sorted rows in constant memory.
   * A blob that is stored or deleted during the iteration can be left out. @throws StorageFailed
   */
  list(): AsyncIterable<StoredBytes>;
  /**
   * Deletes unfinished files that were last written before `time`.
   * @returns their number
   */
  deleteUnfinished(time: Date): Promise<number>;
}

/** The body is longer than allowed. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The body has more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The body is shorter or longer than announced. */
export class BlobLengthWrong extends Error {
  override readonly name = 'BlobLengthWrong';

  constructor(expectedBytes: number, receivedBytes: number) {
    super(`The body was announced with ${expectedBytes} bytes, ${receivedBytes} came`);
  }
}

/**
 * The kind of damage: the bytes are missing, too few, wrong, or the disk cannot read them; 'marked' when an earlier
 * read found the damage.
 */
export type Damage = 'missing' | 'short' | 'wrong checksum' | 'unreadable' | 'marked';

/** The bytes of a blob are not those that were stored. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';
  readonly key: string;
  readonly damage: Damage;

  constructor(key: string, damage: Damage, options?: ErrorOptions) {
    super(`The blob ${key} is damaged: ${damage}`, options);
    this.key = key;
    this.damage = damage;
  }
}
