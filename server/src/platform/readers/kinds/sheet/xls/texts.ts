import { MAX_CELL_CHARACTERS, MAX_SHARED_CHARACTERS, SHARED_TEXT_CHARACTERS } from '../model.ts';

/** Flags of a string ([MS-XLS], 2.5.293). */
const WIDE = 1;
const PHONETIC = 4;
const RICH = 8;
const RUN_BYTES = 4;

/**
 * Reads numbers and texts from data that spans several records.
 * @throws RangeError when the data ends too early
 */
export class ContinuedReader {
  readonly #pieces: readonly Buffer[];
  #piece = 0;
  #at = 0;

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces;
  }

  get isAtEnd(): boolean {
    for (let piece = this.#piece; piece < this.#pieces.length; piece += 1) {
      const start = piece === this.#piece ? this.#at : 0;
      if ((this.#pieces[piece]?.length ?? 0) > start) return false;
    }
    return true;
  }

  uint(bytes: 1 | 2 | 4): number {
    let value = 0;
    for (let n = 0; n < bytes; n += 1) value += this.#byte() * 256 ** n;
    return value;
  }

  skip(bytes: number): void {
    let left = bytes;
    while (left > 0) {
      const here = Math.min(left, this.#current().length - this.#at);
      this.#at += here;
      left -= here;
      if (left > 0) this.#next();
    }
  }

  /** Reads characters after their flags. A record that continues the text begins with flags for the rest. */
  characters(count: number, flags: number): string {
    let text = '';
    let isWide = (flags & WIDE) !== 0;
    let left = count;
    while (left > 0) {
      const size = isWide ? 2 : 1;
      const here = Math.min(left, Math.floor((this.#current().length - this.#at) / size));
      const bytes = this.#current().subarray(this.#at, this.#at + here * size);
      if (text.length <= MAX_CELL_CHARACTERS) text += bytes.toString(isWide ? 'utf16le' : 'latin1');
      this.#at += bytes.length;
      left -= here;
      if (left > 0) {
        this.#next();
        isWide = (this.#byte() & WIDE) !== 0;
      }
    }
    return text;
  }

  /** A string with its parts for runs and pronunciation, which are skipped. @param lengthBytes of its length */
  text(lengthBytes: 1 | 2): string {
    const count = this.uint(lengthBytes);
    const flags = this.uint(1);
    const runs = (flags & RICH) === 0 ? 0 : this.uint(2);
    const phoneticBytes = (flags & PHONETIC) === 0 ? 0 : this.uint(4);
    const text = this.characters(count, flags);
    this.skip(runs * RUN_BYTES + phoneticBytes);
    return text;
  }

  #current(): Buffer {
    return this.#pieces[this.#piece] ?? Buffer.alloc(0);
  }

  #next(): void {
    this.#piece += 1;
    this.#at = 0;
    if (this.#piece >= this.#pieces.length) throw new RangeError('a text ends after its record');
  }

  #byte(): number {
    while (this.#at >= this.#current().length) this.#next();
    const byte = this.#current()[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }
}

/**
 * The shared texts of cells, by number ([MS-XLS], 2.4.265).
 * @throws RangeError
 */
export function readSharedTexts(pieces: readonly Buffer[], maxTexts: number): string[] {
  const reader = new ContinuedReader(pieces);
  reader.skip(4);
  const count = Math.min(reader.uint(4), maxTexts);
  const texts: string[] = [];
  let characters = 0;
  // The count of some writers is larger than the number of texts that they write.
  while (texts.length < count && !reader.isAtEnd && characters < MAX_SHARED_CHARACTERS) {
    const text = reader.text(2);
    texts.push(text);
    characters += text.length + SHARED_TEXT_CHARACTERS;
  }
  return texts;
}
