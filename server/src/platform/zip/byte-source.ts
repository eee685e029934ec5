/** Bytes of known length with random access: a blob, a buffer, a part of either. */
export interface ByteSource {
  readonly sizeBytes: number;
  /**
   * Fills `target` with the bytes from `position`; supports one call at a time.
   * @returns the number of bytes read: less than the length of `target` only at the end of the source
   */
  readAt(target: Uint8Array, position: number): Promise<number>;
}

/** A source over bytes in memory; they are copied only when they are read. */
export function bufferSource(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.length,
    async readAt(target, position) {
      const part = bytes.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
  };
}

/** The bytes of `source` from `start` to `end`, exclusive. */
export function partOf(source: ByteSource, start: number, end: number): ByteSource {
  const sizeBytes = end - start;
  return {
    sizeBytes,
    readAt: async (target, position) => {
      const wanted = Math.max(0, Math.min(target.length, sizeBytes - position));
      return wanted === 0 ? 0 : source.readAt(target.subarray(0, wanted), start + position);
    },
  };
}

/** Reads exactly `length` bytes. @throws RangeError when the source ends earlier */
export async function readExactly(source: ByteSource, position: number, length: number): Promise<Buffer> {
  // The buffer shares no memory with others, so that it can be transferred to another thread without a copy.
  const bytes = Buffer.allocUnsafeSlow(length);
  const count = length === 0 ? 0 : await source.readAt(bytes, position);
  if (count !== length) throw new RangeError(`only ${count} of ${length} bytes at ${position}`);
  return bytes;
}

/** The bytes of a range in order, in pieces that do not share memory. */
export async function* pieces(
  source: ByteSource,
  { start, end, pieceBytes }: { start: number; end: number; pieceBytes: number },
): AsyncGenerator<Buffer> {
  for (let position = start; position < end; position += pieceBytes) {
    yield await readExactly(source, position, Math.min(pieceBytes, end - position));
  }
}
