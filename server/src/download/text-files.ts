import { Errors } from '../http/index.ts';

/** The entry of an archive that lists its changed names (GUARD-40). */
export const NAMES_FILE = '_names.txt';
/** The entry of an archive that lists the files that it lacks (SAFE-02). */
export const ERRORS_FILE = '_errors.txt';

const NAMES_HEADING =
  'Some names cannot be stored on Windows, or differ from another name only in capital letters.\r\n' +
  'They have other names in this archive (name in the vault -> name in the archive):\r\n\r\n';
const ERRORS_HEADING =
  'These files are not in this archive, because their stored bytes are damaged.\r\n' +
  'Please tell your administrator.\r\n\r\n';
/** More than this is not created: deep folders repeat their long paths in every line. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A character that would end the line. */
const LINE_END = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** A text in an archive: a heading, and a line for each name, in the order of the folders. */
class ListFile {
  readonly #heading: string;
  readonly #lines: string[] = [];
  #bytes = 0;

  constructor(heading: string) {
    this.#heading = heading;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** @throws E7 when the list becomes too long */
  protected addLine(text: string): void {
    const line = `${text}\r\n`;
    this.#bytes += Buffer.byteLength(line);
    if (this.#bytes > MAX_BYTES) throw Errors.downloadTooLarge();
    this.#lines.push(line);
  }

  /** The content of the file: it depends on the entries only, so that every range of a download fits the others. */
  text(): string {
    return this.#heading + this.#lines.join('');
  }
}

/** The changed names of one archive. */
export class ChangedNames extends ListFile {
  constructor() {
    super(NAMES_HEADING);
  }

  /**
   * @param original path in the vault, below the selection
   * @param path in the archive
   * @throws E7 when the list becomes too long
   */
  add(original: string, path: string): void {
    this.addLine(`${oneLine(original)} -> ${path}`);
  }
}

/** The files of a selection that are not in the archive, because their bytes are marked as damaged. */
export class DamagedFiles extends ListFile {
  constructor() {
    super(ERRORS_HEADING);
  }

  /** @param original path in the vault, below the selection @throws E7 when the list becomes too long */
  add(original: string): void {
    this.addLine(oneLine(original));
  }
}

const oneLine = (name: string): string => name.replaceAll(LINE_END, '\uFFFD');
