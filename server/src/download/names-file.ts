import { Errors } from '../http/index.ts';

/** The entry of an archive that lists its changed names (GUARD-40). */
export const NAMES_FILE = '_names.txt';
const HEADING =
  'Some names cannot be stored on Windows, or differ from another name only in capital letters.\r\n' +
  'They have other names in this archive (name in the vault -> name in the archive):\r\n\r\n';
/** More than this is not created: deep folders repeat their long paths in every line. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A character that would end the line. */
const LINE_END = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** The changed names of one archive, in the order of its folders. */
export class ChangedNames {
  readonly #lines: string[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /**
   * @param original path in the vault, below the selection
   * @param path in the archive
   * @throws E7 when the list becomes too long
   */
  add(original: string, path: string): void {
    const line = `${original.replaceAll(LINE_END, '\uFFFD')} -> ${path}\r\n`;
    this.#bytes += Buffer.byteLength(line);
    if (this.#bytes > MAX_BYTES) throw Errors.downloadTooLarge();
    this.#lines.push(line);
  }

  /** The content of the file: it depends on the names only, so that every range of a download fits the others. */
  text(): string {
    return HEADING + this.#lines.join('');
  }
}
