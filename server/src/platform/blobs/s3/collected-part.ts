import type { WriteOptions } from '../blobs.ts';

/** A write before its first byte. */
export interface NewWrite extends Pick<WriteOptions, 'leaveFree' | 'ownsPieces'> {
  /** the size of the object in bytes; Infinity when it is not known */
  expectedBytes: number;
  /** the space for one part, or for the whole of a smaller object */
  bytes: number;
}

/** The bytes of a part until they are sent. The caller always ends it with `end`. */
export interface CollectedPart {
  readonly sizeBytes: number;
  /** Appends pieces; one call at a time. @throws StorageFailed, StorageFull */
  append(pieces: readonly Uint8Array[]): Promise<void>;
  /**
   * Takes the bytes; the next ones are collected from the beginning.
   * @param isLast no more bytes are collected
   * @throws StorageFailed
   */
  take({ isLast }: { isLast: boolean }): Promise<BytesToSend>;
  /** Gives the space back. */
  end(): Promise<void>;
}

/** The bytes of a part, in memory, until S3 has acknowledged them. */
export interface BytesToSend {
  bytes: Buffer;
  /** whether the next part may be collected before these bytes are acknowledged */
  isBeside: boolean;
  /** Called when the bytes are not needed any more. */
  release: () => void;
}
