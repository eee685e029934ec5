import { bufferSource, openZip, ZipError } from '../zip/index.ts';
import { OfficeFailure } from './converter.ts';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** The container of doc, xls, ppt, and of documents with a password ([MS-CFB], 2.2). */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Far above what people write, far below what would exhaust the machine. */
const LIMITS = { maxEntries: 5000, maxNameBytes: 1024, maxDirectoryBytes: 1024 * 1024 };
const MAX_UNPACKED_BYTES = 400 * 1024 * 1024;
const MAX_RATIO = 200;
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;
/** Every OOXML package has it (ECMA-376 part 2, 10.1.2.2); packages of other kinds do not. */
const CONTENT_TYPES = '[Content_Types].xml';

/**
 * Lets only real Office documents through to LibreOffice, which would take anything for what it looks like: web
 * pages, RTF and drawings have other readers, with other holes, and a name ending in .doc.
 * @throws OfficeFailure when it is none, or one made to burst
 */
export async function mustBeOfficeDocument(bytes: Uint8Array): Promise<void> {
  const begins = (magic: Buffer) => magic.equals(bytes.subarray(0, magic.length));
  if (begins(COMPOUND)) return;
  if (!begins(ZIP)) throw new OfficeFailure('this is no Office document');
  const { entries } = await openZip(bufferSource(bytes), LIMITS).catch((error: unknown) => {
    throw error instanceof ZipError ? new OfficeFailure(error.message, { cause: error }) : error;
  });
  if (!entries.some(({ name }) => name === CONTENT_TYPES))
    throw new OfficeFailure('this is another kind of ZIP');
  let unpackedBytes = 0;
  for (const { name, sizeBytes, packedBytes } of entries) {
    unpackedBytes += sizeBytes;
    const isSqueezed = sizeBytes > RATIO_COUNTS_FROM_BYTES && sizeBytes > MAX_RATIO * packedBytes;
    if (isSqueezed || unpackedBytes > MAX_UNPACKED_BYTES)
      throw new OfficeFailure(`${name} unpacks to too much`);
  }
}
