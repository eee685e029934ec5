import { Reader } from '@kenjiuno/msgreader/lib/Reader.js';

/** How compound files begin ([MS-CFB], 2.2). */
const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const SECTOR_BYTES = 512;
const SHORT_SECTOR_BYTES = 64;

/** Whether bytes are a compound file: the container of xls, doc, ppt, msg, and of documents with a password. */
export const isCompound = (bytes: Uint8Array): boolean => MAGIC.equals(bytes.subarray(0, MAGIC.length));

/** The bytes of a compound file up to the end of its last sector, which some writers cut short. */
export function wholeSectors(bytes: Uint8Array): Uint8Array {
  const missing = (SECTOR_BYTES - (bytes.length % SECTOR_BYTES)) % SECTOR_BYTES;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** The method of the reader that every chain of sectors is followed with. */
interface ChainReader {
  getNextBlockInner: (sector: number, table: readonly number[]) => number;
}

/** A reader that ends when it has followed more sectors than a file has: a damaged chain may lead back into itself. */
function boundedReader(bytes: Uint8Array): Reader {
  const reader = new Reader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const chains = reader as unknown as ChainReader;
  const follow = chains.getNextBlockInner.bind(reader);
  let left = 2 * Math.ceil(bytes.length / SHORT_SECTOR_BYTES);
  chains.getNextBlockInner = (sector, table) => {
    left -= 1;
    if (left < 0) throw new Error('its sectors lead in a circle');
    return follow(sector, table);
  };
  return reader;
}

/**
 * A stream in the root of a compound file.
 * @param names of streams, of which the first that exists is read
 * @returns null when there is none of them
 * @throws when the file is damaged
 */
export function compoundStream(bytes: Uint8Array, names: readonly string[]): Uint8Array | null {
  const reader = boundedReader(wholeSectors(bytes));
  reader.parse();
  const root = reader.rootFolder();
  for (const name of names) {
    const found = root.fileNames().find((one) => one.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return root.readFile(found);
  }
  return null;
}
