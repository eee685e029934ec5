import { type ByteSource, readExactly } from '../zip/index.ts';

/** [MS-CFB], 2.2 */
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const SHORT_SHIFT = 6;
const ENTRY = { stream: 2, root: 5 };
const FAT_IN_HEADER = 109;
/** Above these numbers are marks such as the end of a chain. */
const MAX_SECTOR = 0xfffffffa;
const MAX_PIECE_BYTES = 256 * 1024;

interface Entry {
  type: number;
  start: number;
  sizeBytes: number;
}

/**
 * The contents of all streams of a compound file (doc, xls, ppt, msg), of its storages too. The streams are found by
 * the list of entries, not by its tree. Memory: the table of sectors, under 1 % of the file.
 * @throws CompoundError when the file is damaged
 */
export async function* compoundStreams(source: ByteSource): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const file = await CompoundFile.open(source);
  const entries = await file.entries();
  const root = entries.find(({ type }) => type === ENTRY.root);
  const shortSectors = root === undefined ? [] : [...file.chain(root.start)];
  for (const entry of entries) {
    if (entry.type === ENTRY.stream && entry.sizeBytes > 0) yield file.content(entry, shortSectors);
  }
}

/** A compound file that is damaged. */
export class CompoundError extends Error {
  override readonly name = 'CompoundError';
}

class CompoundFile {
  readonly #source: ByteSource;
  readonly #header: Buffer;
  readonly #shift: number;
  readonly #fat: Uint32Array;
  #shortFat: Uint32Array | null = null;

  private constructor(source: ByteSource, header: Buffer, fat: Uint32Array) {
    this.#source = source;
    this.#header = header;
    this.#shift = header.readUInt16LE(30);
    this.#fat = fat;
  }

  static async open(source: ByteSource): Promise<CompoundFile> {
    if (source.sizeBytes < HEADER_BYTES) throw new CompoundError('it is too short');
    const header = await readExactly(source, 0, HEADER_BYTES);
    if (![9, 12].includes(header.readUInt16LE(30)))
      throw new CompoundError('its sectors have an unknown size');
    const first = new CompoundFile(source, header, new Uint32Array());
    return new CompoundFile(source, header, await first.#readFat());
  }

  /** The numbers of the sectors of a chain. @throws CompoundError for a circular one */
  *chain(start: number, table: Uint32Array = this.#fat): Generator<number> {
    let left = table.length;
    for (let sector = start; sector < MAX_SECTOR; sector = table[sector] ?? MAX_SECTOR) {
      if (sector >= table.length) throw new CompoundError('a sector is outside of the file');
      left -= 1;
      if (left < 0) throw new CompoundError('a chain of sectors is circular');
      yield sector;
    }
  }

  async entries(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const sector of this.chain(this.#header.readUInt32LE(48))) {
      // oxlint-disable-next-line no-await-in-loop -- one sector after the other
      const bytes = await this.#sector(sector);
      for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
        const type = bytes[at + 66] ?? 0;
        if (type !== ENTRY.stream && type !== ENTRY.root) continue;
        entries.push({
          type,
          start: bytes.readUInt32LE(at + 116),
          sizeBytes: bytes.readUInt32LE(at + 120),
        });
      }
    }
    return entries;
  }

  /** @param shortSectors the sectors that contain the short streams */
  async *content({ start, sizeBytes }: Entry, shortSectors: readonly number[]): AsyncGenerator<Uint8Array> {
    const isShort = sizeBytes < this.#header.readUInt32LE(56);
    const shift = isShort ? SHORT_SHIFT : this.#shift;
    const table = isShort ? await this.#readShortFat() : this.#fat;
    let left = sizeBytes;
    let run = { at: 0, length: 0 };
    for (const sector of this.chain(start, table)) {
      if (left <= 0) break;
      const at = isShort ? this.#shortPosition(sector, shortSectors) : this.#position(sector);
      const length = Math.min(left, 2 ** shift);
      left -= length;
      // Sectors that follow one another are read together.
      if (run.at + run.length === at && run.length < MAX_PIECE_BYTES) run.length += length;
      else {
        if (run.length > 0) yield await this.#read(run.at, run.length);
        run = { at, length };
      }
    }
    if (run.length > 0) yield await this.#read(run.at, run.length);
  }

  async #readFat(): Promise<Uint32Array> {
    const perSector = 2 ** this.#shift / 4;
    const count = Math.min(
      this.#header.readUInt32LE(44),
      Math.ceil(this.#source.sizeBytes / 2 ** this.#shift / perSector) + 1,
    );
    const fat = new Uint32Array(count * perSector);
    let n = 0;
    for await (const sector of this.#fatSectors(count)) {
      fat.set(numbersIn(await this.#sector(sector)), n * perSector);
      n += 1;
    }
    return fat;
  }

  /** The sectors of the table of sectors: the first ones are in the header, the others in a chain. */
  async *#fatSectors(count: number): AsyncGenerator<number> {
    for (let n = 0; n < Math.min(count, FAT_IN_HEADER); n += 1) yield this.#header.readUInt32LE(76 + 4 * n);
    let next = this.#header.readUInt32LE(68);
    for (let left = count - FAT_IN_HEADER; left > 0 && next < MAX_SECTOR;) {
      const numbers = numbersIn(await this.#sector(next));
      for (const sector of numbers.subarray(0, Math.min(left, numbers.length - 1))) yield sector;
      left -= numbers.length - 1;
      next = numbers.at(-1) ?? MAX_SECTOR;
    }
  }

  async #readShortFat(): Promise<Uint32Array> {
    if (this.#shortFat !== null) return this.#shortFat;
    const numbers: number[] = [];
    for (const sector of this.chain(this.#header.readUInt32LE(60))) {
      // oxlint-disable-next-line no-await-in-loop -- one sector after the other
      numbers.push(...numbersIn(await this.#sector(sector)));
    }
    this.#shortFat = Uint32Array.from(numbers);
    return this.#shortFat;
  }

  #position(sector: number): number {
    return (sector + 1) * 2 ** this.#shift;
  }

  #shortPosition(sector: number, shortSectors: readonly number[]): number {
    const at = sector * 2 ** SHORT_SHIFT;
    const container = shortSectors[Math.floor(at / 2 ** this.#shift)];
    if (container === undefined) throw new CompoundError('a short sector is outside of the file');
    return this.#position(container) + (at % 2 ** this.#shift);
  }

  /** A whole sector: the last one of a file can be cut. */
  async #sector(sector: number): Promise<Buffer> {
    const bytes = Buffer.alloc(2 ** this.#shift);
    (await this.#read(this.#position(sector), bytes.length)).copy(bytes);
    return bytes;
  }

  async #read(at: number, length: number): Promise<Buffer> {
    if (at >= this.#source.sizeBytes) throw new CompoundError('a sector is outside of the file');
    return readExactly(this.#source, at, Math.min(length, this.#source.sizeBytes - at));
  }
}

function numbersIn(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readUInt32LE(4 * n));
}
