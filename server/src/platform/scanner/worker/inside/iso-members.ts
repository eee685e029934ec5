import { type ByteSource, partOf, readExactly } from '../../../zip/index.ts';
import { NotAContainer, UnscannableError } from './budget.ts';

/** ECMA-119 (ISO 9660): sectors, the first of which are for other uses. */
const SECTOR = 2048;
const FIRST_DESCRIPTOR = 16;
const MAX_DESCRIPTORS = 64;
const DESCRIPTOR = { primary: 1, supplementary: 2, end: 255 };
const ROOT_AT = 156;
const FLAG = { directory: 2, continues: 0x80 };
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;

interface Extent {
  start: number;
  sizeBytes: number;
  isDirectory: boolean;
  /** the next record of the directory describes more bytes of this file */
  continues: boolean;
}

/**
 * The files of a disk image, of all its directory trees (ISO 9660 and Joliet). They are stored as they are, so an image
 * of any size needs little memory.
 * @throws NotAContainer when it is damaged
 */
export async function* isoMembers(source: ByteSource): AsyncGenerator<ByteSource> {
  const open = await rootsOf(source);
  const seen = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = `${next.start} ${next.sizeBytes} ${next.isDirectory}`;
    // The trees describe the same files, and those of a damaged image can contain one another.
    if (seen.has(key)) continue;
    seen.add(key);
    if (next.start + next.sizeBytes > source.sizeBytes) {
      throw new NotAContainer('the disk image ends inside a file');
    }
    if (next.isDirectory) open.push(...(await entriesOf(source, next)));
    else if (next.sizeBytes > 0) yield partOf(source, next.start, next.start + next.sizeBytes);
  }
}

async function rootsOf(source: ByteSource): Promise<Extent[]> {
  const roots: Extent[] = [];
  for (let n = 0; n < MAX_DESCRIPTORS; n += 1) {
    const at = (FIRST_DESCRIPTOR + n) * SECTOR;
    if (at + SECTOR > source.sizeBytes) throw new NotAContainer('the disk image ends in its descriptors');
    // oxlint-disable-next-line no-await-in-loop -- up to the last one
    const descriptor = await readExactly(source, at, SECTOR);
    const [type] = descriptor;
    if (descriptor.toString('latin1', 1, 6) !== 'CD001' || type === DESCRIPTOR.end) break;
    if (type !== DESCRIPTOR.primary && type !== DESCRIPTOR.supplementary) continue;
    roots.push(extentOf(descriptor.subarray(ROOT_AT)));
  }
  return roots;
}

const extentOf = (record: Buffer): Extent => ({
  start: record.readUInt32LE(2) * SECTOR,
  sizeBytes: record.readUInt32LE(10),
  isDirectory: ((record[25] ?? 0) & FLAG.directory) !== 0,
  continues: ((record[25] ?? 0) & FLAG.continues) !== 0,
});

async function entriesOf(source: ByteSource, { start, sizeBytes }: Extent): Promise<Extent[]> {
  if (sizeBytes > MAX_DIRECTORY_BYTES) throw new UnscannableError('a folder of the disk image is too large');
  const bytes = await readExactly(source, start, sizeBytes);
  const entries: Extent[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] ?? 0;
    // Records do not cross sectors.
    if (length === 0) {
      at = (Math.floor(at / SECTOR) + 1) * SECTOR;
      continue;
    }
    if (length < 34 || at + length > bytes.length)
      throw new NotAContainer('a folder of the disk image is damaged');
    const record = bytes.subarray(at, at + length);
    at += length;
    // The folder itself, and the one that contains it.
    if (record[32] === 1 && (record[33] ?? 0) <= 1) continue;
    const extent = extentOf(record);
    const last = entries.at(-1);
    if (last?.continues === true && last.start + last.sizeBytes === extent.start) {
      last.sizeBytes += extent.sizeBytes;
      last.continues = extent.continues;
    } else entries.push(extent);
  }
  return entries;
}
