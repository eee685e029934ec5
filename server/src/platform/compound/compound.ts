import { Reader } from '@kenjiuno/msgreader/lib/Reader.js';

/** How compound files begin ([MS-CFB], 2.2). */
const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const SECTOR_BYTES = 512;

/** Whether bytes are a compound file: the container of xls, doc, ppt, msg, and of documents with a password. */
export const isCompound = (bytes: Uint8Array): boolean => MAGIC.equals(bytes.subarray(0, MAGIC.length));

/** The bytes of a compound file up to the end of its last sector, which some writers cut short. */
export function wholeSectors(bytes: Uint8Array): Uint8Array {
  const missing = (SECTOR_BYTES - (bytes.length % SECTOR_BYTES)) % SECTOR_BYTES;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/**
 * A stream in the root of a compound file.
 * @param names of streams, of which the first that exists is read
 * @returns null when there is none of them
 * @throws when the file is damaged; a damaged file may also take endless time, so it is read in the reader process
 */
export function compoundStream(bytes: Uint8Array, names: readonly string[]): Uint8Array | null {
  const whole = wholeSectors(bytes);
  const reader = new Reader(new DataView(whole.buffer, whole.byteOffset, whole.byteLength));
  reader.parse();
  const root = reader.rootFolder();
  for (const name of names) {
    const found = root.fileNames().find((one) => one.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return root.readFile(found);
  }
  return null;
}
