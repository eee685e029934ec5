import type { Readable } from 'node:stream';

/** Where bytes come from: a request, a file, an unpacked ZIP entry. */
export type BlobBody = Readable | AsyncIterable<Uint8Array>;

/** Part of a blob in bytes: `start` is included, `end` is not. */
export interface BlobRange {
  start: number;
  end: number;
}

/**
 * A blob and what its bytes are verified with while they are read (SAFE-22). The key is opaque and is never used for
 * other bytes.
 */
export interface BlobRef {
  key: string;
  sizeBytes: number;
  /** of all bytes */
  crc32: number;
  /** of each block, see block-checksums.ts; null: the blob was stored before they were kept */
  blockChecksums: Buffer | null;
}

/** What is known of a blob once it is stored. */
export interface StoredBlob extends BlobRef {
  sha256: Buffer;
}

export interface WriteOptions {
  /** More bytes than this are refused with `BlobTooLarge`. */
  maxBytes: number;
  /** The length that was announced; any other is refused with `BlobLengthWrong`. Absent: any length. */
  expectedBytes?: number;
  /** Ends the write; nothing remains. */
  signal?: AbortSignal;
}

/** A blob (or a part of it) opened for reading from front to back. Close it in every case. */
export interface BlobReader {
  /**
   * Fills `target`.
   * @returns how many bytes were put there, which is less than its length only at the end
   * @throws BlobDamaged at the latest with the last bytes of the block that is wrong
   */
  read(target: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

/**
 * Immutable bytes under keys that the store makes. Every read is verified. One small interface, so that a disk and an
 * object store can implement it; `blobs.suite.ts` holds the rules of both. Areas get this part of a store, which
 * cannot delete (SAFE-20).
 */
export interface Blobs {
  /**
   * Stores a body in one pass and computes its checksums on the way. Resolves only when the bytes would survive a
   * power cut. On any failure nothing remains. The source is left paused, not destroyed, so that the caller can still
   * answer on its connection.
   * @throws BlobTooLarge, BlobLengthWrong, the error of the source, the reason of the signal, StorageFailed
   */
  write(source: BlobBody, options: WriteOptions): Promise<StoredBlob>;
  /** Opens a blob, or a part of it, for big sequential reads. @throws BlobDamaged, StorageFailed */
  open(blob: BlobRef, range?: BlobRange): Promise<BlobReader>;
  /** The same bytes as a stream; every chunk is memory of its own. Fails as `open` and its reader do. */
  read(blob: BlobRef, range?: BlobRange): Readable;
  /** @returns how many bytes are stored under the key, null when there is no such blob. @throws StorageFailed */
  sizeOf(key: string): Promise<number | null>;
  /** Resolves when the store can take bytes right now (for /readyz). */
  check(): Promise<void>;
}

/** What is computed of bytes while they are stored or read. */
export interface Measured extends Omit<StoredBlob, 'key'> {
  blockChecksums: Buffer;
}

/** The whole store, for the one place that deletes bytes and looks for those that no row refers to. */
export interface BlobStore extends Blobs {
  /** Deletes a blob; one that is not there is fine. */
  delete(key: string): Promise<void>;
  /** Reads all bytes without verifying them. @throws BlobDamaged when they cannot be read, StorageFailed */
  measure(key: string): Promise<Measured>;
  /** Keys of the blobs stored before `time`, in no order, for finding those that no row refers to. */
  storedBefore(time: Date): AsyncIterable<string>;
  /** Deletes half-written bytes to which nothing was added since `time`. @returns how many there were */
  deleteUnfinished(time: Date): Promise<number>;
}

/** The body has more bytes than allowed. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The body has more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The body ended before, or went on after, the announced length. */
export class BlobLengthWrong extends Error {
  override readonly name = 'BlobLengthWrong';

  constructor(expectedBytes: number, receivedBytes: number) {
    super(`The body was announced with ${expectedBytes} bytes, ${receivedBytes} came`);
  }
}

/** What is wrong with stored bytes: there are none, too few, other ones, or the disk cannot read them. */
export type Damage = 'missing' | 'short' | 'wrong checksum' | 'unreadable';

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
