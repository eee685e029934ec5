import { XmlScanner } from '../../../xml/index.ts';
import type { SheetPart } from './model.ts';
import type { WorksheetReader } from './xlsx-rows.ts';

/**
 * The form of nearly all cells: attributes, a formula, a value without references. Matching such a cell in one step
 * takes a third of the time of reading its tokens, and a large sheet has a million cells.
 */
const CELL = /<c((?: [a-z]+="[^"<&]*")*)(?:\/>|>(?:<f[^<>]*(?:\/>|>[^<]*<\/f>))?(?:<v>([^<&]*)<\/v>)?<\/c>)/g;
/** A remainder of a piece that is longer than this is not the beginning of a cell. */
const MAX_REST = 4_096;

/** Splits the characters of a worksheet into cells and, between them, tokens. */
export class WorksheetScanner {
  readonly #reader: WorksheetReader;
  readonly #scanner = new XmlScanner();
  #rest = '';

  constructor(reader: WorksheetReader) {
    this.#reader = reader;
  }

  /** @param piece the characters that follow; '' at the end */
  *read(piece: string): Generator<SheetPart> {
    const text = this.#rest + piece;
    let at = 0;
    CELL.lastIndex = 0;
    for (let match = CELL.exec(text); match !== null; match = CELL.exec(text)) {
      if (match.index > at) yield* this.#between(text.slice(at, match.index));
      at = CELL.lastIndex;
      // A match inside a comment is not a cell.
      if (this.#scanner.isBetweenTokens) this.#reader.cell(match[1] ?? '', match[2] ?? '');
      else yield* this.#between(match[0]);
    }
    const cut = piece === '' ? -1 : text.lastIndexOf('<c');
    const end = cut >= at && text.length - cut < MAX_REST ? cut : text.length;
    if (end > at) yield* this.#between(text.slice(at, end));
    this.#rest = text.slice(end);
  }

  *#between(text: string): Generator<SheetPart> {
    yield* this.#reader.read(this.#scanner.scan(text));
  }
}
