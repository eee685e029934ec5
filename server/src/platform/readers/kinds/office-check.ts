import { bufferSource, openZip } from '../../zip/index.ts';
import type { DocumentPage } from '../page.ts';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** The container of doc, xls, ppt, and of documents with a password ([MS-CFB], 2.2). */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Far above what people write, far below what would exhaust the machine's memory. */
const LIMITS = { maxEntries: 5000, maxNameBytes: 1024, maxDirectoryBytes: 1024 * 1024 };
const MAX_UNPACKED_BYTES = 400 * 1024 * 1024;
const MAX_RATIO = 200;
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;
/** Required in every OOXML package (ECMA-376 part 2, 10.1.2.2); absent from packages of other kinds. */
const CONTENT_TYPES = '[Content_Types].xml';

/**
 * Accepts only Office documents for LibreOffice. LibreOffice detects the format by the bytes, so web pages, RTF and
 * drawings with the extension .doc would be read by its other import filters, which have other vulnerabilities. Runs in
 * the reader process, because a directory of 5,000 entries takes 0.2 s (GUARD-26).
 * @returns an empty page
 * @throws when the bytes are not an Office document, or a decompression bomb
 */
export async function read(bytes: Uint8Array): Promise<DocumentPage> {
  await mustBeOfficeDocument(bytes);
  return { mediaType: 'text/plain', bytes: Buffer.alloc(0) };
}

async function mustBeOfficeDocument(bytes: Uint8Array): Promise<void> {
  const begins = (magic: Buffer) => magic.equals(bytes.subarray(0, magic.length));
  if (begins(COMPOUND)) return;
  if (!begins(ZIP)) throw new Error('it is not an Office document');
  const { entries } = await openZip(bufferSource(bytes), LIMITS);
  if (!entries.some(({ name }) => name === CONTENT_TYPES)) throw new Error('it is a ZIP of another kind');
  let unpackedBytes = 0;
  for (const { name, sizeBytes, packedBytes } of entries) {
    unpackedBytes += sizeBytes;
    const exceedsRatio = sizeBytes > RATIO_COUNTS_FROM_BYTES && sizeBytes > MAX_RATIO * packedBytes;
    if (exceedsRatio || unpackedBytes > MAX_UNPACKED_BYTES)
      throw new Error(`${name} unpacks to too many bytes`);
  }
}
