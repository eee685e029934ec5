import type { Readable } from 'node:stream';

/** Where bytes come from: a request, a file, an unpacked ZIP entry. */
export type BlobBody = Readable | AsyncIterable<Uint8Array>;

/** Part of a blob in bytes: `start` is included, `end` is not. */
export interface BlobRange {
  start: number;
  end: number;
}

/** What is known of a blob once it is stored. The key is opaque and never used again for other bytes. */
export interface StoredBlob {
  key: string;
  sizeBytes: number;
  sha256: Buffer;
  crc32: number;
}

export interface WriteOptions {
  /** More bytes than this are refused with `BlobTooLarge`. */
  maxBytes: number;
  /** The length that was announced; any other is refused with `BlobLengthWrong`. Absent: any length. */
  expectedBytes?: number;
  /** Ends the write; nothing stays behind. */
  signal?: AbortSignal;
}

/** A blob (or a part of it) opened for reading from front to back. Close it in every case. */
export interface BlobReader {
  /** Fills `target`; answers how many bytes were put there, which is less than its length only at the end. */
  read(target: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

/**
 * Immutable bytes under keys that the store invents. One small interface, so that a disk and an object store
 * can stand behind it; `blobs.suite.ts` holds the rules that each of them keeps.
 */
export interface Blobs {
  /**
   * Stores a body in one pass, with its SHA-256 and CRC-32 taken on the way. Resolves only when the bytes
   * would survive a power cut. On any failure nothing stays behind. The source is left paused, not destroyed,
   * so that the caller can still answer on its connection.
   * @throws BlobTooLarge, BlobLengthWrong, the error of the source, or the reason of the signal
   */
  write(source: BlobBody, options: WriteOptions): Promise<StoredBlob>;
  /** Opens a blob, or a part of it, for big sequential reads. @throws BlobMissing */
  open(key: string, range?: BlobRange): Promise<BlobReader>;
  /** The same bytes as a stream; every chunk is memory of its own. Fails with BlobMissing. */
  read(key: string, range?: BlobRange): Readable;
  /** Removes a blob; one that is not there is fine. */
  remove(key: string): Promise<void>;
  /** Resolves when the store can take bytes right now (for /readyz). */
  check(): Promise<void>;
  /** Keys of the blobs stored before `time`, in no order, for finding those that no row refers to. */
  storedBefore(time: Date): AsyncIterable<string>;
  /** Removes half-written bytes that nobody has added to since `time`; answers how many there were. */
  sweepUnfinished(time: Date): Promise<number>;
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

/** No blob has this key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';

  constructor(key: string, cause?: unknown) {
    super(`No blob has the key ${key}`, { cause });
  }
}
