import type { Block } from './blocks.ts';
import { cellFormats, type CellFormat, shownNumber } from './cell-format.ts';
import type { OoxmlPackage } from './package.ts';
import { readSharedTexts, type SharedTextLimits, SharedTextReader } from './shared-texts.ts';
import { attributesOf, type XmlToken } from '../xml/index.ts';

/** Columns beyond this number are omitted. */
const MAX_COLUMNS = 200;
const SHARED_TEXTS: SharedTextLimits = {
  maxTexts: Infinity,
  maxCharacters: 8_000_000,
  maxTextCharacters: Infinity,
  charactersPerText: 8,
};

interface Workbook {
  sharedTexts: readonly string[];
  formats: readonly CellFormat[];
}

/** The sheets of a workbook in order: each name, then its rows. @param part the main part */
export async function* readWorkbook(file: OoxmlPackage, part: string): AsyncGenerator<Block> {
  const relations = await file.relations(part);
  const partOf = (type: string) => [...relations.values()].find((one) => one.type.endsWith(type))?.part ?? '';
  const workbook = {
    sharedTexts: await readSharedTexts(file, partOf('/sharedStrings'), SHARED_TEXTS),
    formats: await cellFormats(file, partOf('/styles')),
  };
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      if (token.kind !== 'open' || token.name !== 'sheet') continue;
      const attributes = attributesOf(token.attributes);
      const sheet = relations.get(attributes.get('r:id') ?? '');
      if (sheet === undefined || (attributes.get('state') ?? 'visible') !== 'visible') continue;
      yield { kind: 'heading', text: attributes.get('name') ?? '' };
      const rows = new Rows(workbook);
      for await (const piece of file.tokens(sheet.part)) yield* rows.read(piece);
    }
  }
}

/** Collects the cells of a sheet (ECMA-376 part 1, 18.3.1.4). */
class Rows {
  readonly #workbook: Workbook;
  readonly #inline = new SharedTextReader();
  #cells: string[] = [];
  #attributes: ReadonlyMap<string, string> = new Map();
  #value = '';
  #isValue = false;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  read(tokens: readonly XmlToken[]): Block[] {
    const blocks: Block[] = [];
    for (const token of tokens) {
      this.#value += this.#inline.read(token);
      if (token.kind === 'text') {
        if (this.#isValue) this.#value += token.text;
        continue;
      }
      const isOpen = token.kind === 'open' && !token.isEmpty;
      if (token.name === 'v') this.#isValue = isOpen;
      else if (token.name === 'row') this.#row(isOpen, blocks);
      else if (token.name === 'c') this.#cell(token);
    }
    return blocks;
  }

  #row(isOpen: boolean, blocks: Block[]): void {
    if (!isOpen && this.#cells.some((cell) => cell !== '')) blocks.push({ kind: 'row', cells: this.#cells });
    this.#cells = [];
  }

  #cell(token: Exclude<XmlToken, { kind: 'text' }>): void {
    if (token.kind === 'open') {
      this.#attributes = attributesOf(token.attributes);
      this.#value = '';
      return;
    }
    const column = columnOf(this.#attributes.get('r')) ?? this.#cells.length;
    if (column >= MAX_COLUMNS) return;
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = this.#shown();
  }

  #shown(): string {
    const { sharedTexts, formats } = this.#workbook;
    switch (this.#attributes.get('t') ?? 'n') {
      case 's':
        return sharedTexts[Number(this.#value)] ?? '';
      case 'b':
        return this.#value === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return shownNumber(this.#value, formats[Number(this.#attributes.get('s') ?? 0)] ?? 'number');
      default:
        return this.#value;
    }
  }
}

/** The column of a cell, counted from 0: 27 for 'AB12'; null when the cell has no reference. */
function columnOf(cell: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(cell ?? '')?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
