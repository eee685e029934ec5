import { bufferSource, openZip, ZipError } from '../zip/index.ts';
import { DocumentError } from './errors.ts';

/** Far above what people write, far below what would exhaust the reader's memory. */
const LIMITS = { maxEntries: 5000, maxNameBytes: 1024, maxDirectoryBytes: 1024 * 1024 };
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

/**
 * Unpacks the parts of an OOXML document. The size and checksum of each part are compared with the ZIP's.
 * @returns the bytes of each part by its name in lower case (ECMA-376 part 2, 6.2.2.3)
 * @throws DocumentError when it is not such a ZIP, is damaged, or unpacks to too many bytes
 */
export async function unpackParts(bytes: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  try {
    const archive = await openZip(bufferSource(bytes), LIMITS);
    const claimed = archive.entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (claimed > MAX_UNPACKED_BYTES) throw new DocumentError('it unpacks to too many bytes');
    const parts = new Map<string, Buffer>();
    for (const entry of archive.entries) {
      if (entry.isDirectory) continue;
      const pieces: Buffer[] = [];
      for await (const piece of archive.unpack(entry)) pieces.push(piece);
      parts.set(entry.name.toLowerCase(), Buffer.concat(pieces));
    }
    return parts;
  } catch (error) {
    throw error instanceof ZipError ? new DocumentError(error.message, { cause: error }) : error;
  }
}
