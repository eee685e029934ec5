import { Reader } from '@kenjiuno/msgreader/lib/Reader.js';

/** The first bytes of compound files ([MS-CFB], 2.2). */
const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const SECTOR_BYTES = 512;
const SHORT_SECTOR_BYTES = 64;

/** Whether bytes are a compound file: the container of xls, doc, ppt, msg, and of documents with a password. */
export const isCompound = (bytes: Uint8Array): boolean => MAGIC.equals(bytes.subarray(0, MAGIC.length));

/** Pads a compound file to the end of its last sector, which some writers truncate. */
export function wholeSectors(bytes: Uint8Array): Uint8Array {
  const missing = (SECTOR_BYTES - (bytes.length % SECTOR_BYTES)) % SECTOR_BYTES;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** The private method of the library's reader that returns the next sector of a chain. */
interface ChainReader {
  getNextBlockInner: (sector: number, table: readonly number[]) => number;
}

/** A reader that stops after more steps than the file has sectors: a damaged chain can be circular. */
function boundedReader(bytes: Uint8Array): Reader {
  const reader = new Reader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const chains = reader as unknown as ChainReader;
  const follow = chains.getNextBlockInner.bind(reader);
  let left = 2 * Math.ceil(bytes.length / SHORT_SECTOR_BYTES);
  chains.getNextBlockInner = (sector, table) => {
    left -= 1;
    if (left < 0) throw new Error('its sector chain is circular');
    return follow(sector, table);
  };
  return reader;
}

/**
 * A stream in the root of a compound file.
 * @param names of streams; the first existing one is read
 * @returns null when none exists
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
