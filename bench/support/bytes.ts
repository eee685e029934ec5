import { createHash, randomBytes } from 'node:crypto';

export const MIB = 1024 * 1024;
export const GIB = 1024 * MIB;

const block = randomBytes(MIB);

/**
 * Yields random bytes with a unique beginning, so that a store that keeps equal contents once cannot reuse them. The
 * blocks have 1 MiB; the same `beginning` gives the same bytes.
 */
export function* freshBytes(sizeBytes: number, beginning: Buffer): Generator<Buffer> {
  const first = Buffer.concat([beginning, block.subarray(beginning.length)]);
  for (let sent = 0; sent < sizeBytes; sent += MIB) {
    yield (sent === 0 ? first : block).subarray(0, Math.min(MIB, sizeBytes - sent));
  }
}

export const freshBeginning = (): Buffer => randomBytes(16);

/** Returns the SHA-256 of all chunks, in hex. */
export function sha256Of(pieces: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
