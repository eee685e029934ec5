import { bufferSource, openZip, ZipError } from '../zip/index.ts';
import { OfficeFailure } from './converter.ts';

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
 * Passes only Office documents on to LibreOffice. LibreOffice detects the format by the bytes, so web pages, RTF and
 * drawings with the extension .doc would be read by its other import filters, which have other vulnerabilities.
 * @throws OfficeFailure when the bytes are not an Office document, or a decompression bomb
 */
export async function mustBeOfficeDocument(bytes: Uint8Array): Promise<void> {
  const begins = (magic: Buffer) => magic.equals(bytes.subarray(0, magic.length));
  if (begins(COMPOUND)) return;
  if (!begins(ZIP)) throw new OfficeFailure('it is not an Office document');
  const { entries } = await openZip(bufferSource(bytes), LIMITS).catch((error: unknown) => {
    throw error instanceof ZipError ? new OfficeFailure(error.message, { cause: error }) : error;
  });
  if (!entries.some(({ name }) => name === CONTENT_TYPES))
    throw new OfficeFailure('it is a ZIP of another kind');
  let unpackedBytes = 0;
  for (const { name, sizeBytes, packedBytes } of entries) {
    unpackedBytes += sizeBytes;
    const isSqueezed = sizeBytes > RATIO_COUNTS_FROM_BYTES && sizeBytes > MAX_RATIO * packedBytes;
    if (isSqueezed || unpackedBytes > MAX_UNPACKED_BYTES)
      throw new OfficeFailure(`${name} unpacks to too many bytes`);
  }
}
