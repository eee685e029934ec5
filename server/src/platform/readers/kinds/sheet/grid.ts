import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import {
  SHEET_HEAD_BYTES,
  SHEET_MAGIC,
  type SheetCell,
  type SheetIndex,
  type SheetRows,
  type SheetStyle,
  type SheetTab,
} from '@vault/contract';
import { HeightFinder } from './heights.ts';
import { MAX_CELLS, MAX_ROWS, type SheetPart, type SheetRowPart } from './model.ts';
import { WidthFinder } from './widths.ts';

const pack = promisify(deflateRaw);
const LEVEL = 3;
/** A block ends with the row that reaches one of these limits. */
const BLOCK_ROWS = 128;
const BLOCK_CELLS = 6_000;

/** Writes a workbook in the form in which the grid reads it (contract/src/sheet.ts). */
export async function writeGrid(parts: AsyncIterable<SheetPart>): Promise<Uint8Array> {
  const writer = new GridWriter();
  for await (const part of parts) {
    await writer.write(part);
    if (writer.isFull) break;
  }
  return writer.end();
}

class GridWriter {
  readonly #index: SheetIndex = { tabs: [], styles: [], isCut: false };
  readonly #blocks: Buffer[] = [];
  readonly #styles = new Map<SheetStyle, number>();
  readonly #styleKeys = new Map<string, number>();
  #widths = new WidthFinder();
  #heights = new HeightFinder();
  #bytes = 0;
  #cells = 0;
  #rows: SheetRows = [];
  #rowsCells = 0;

  get isFull(): boolean {
    return this.#cells >= MAX_CELLS;
  }

  async write(part: SheetPart): Promise<void> {
    const tab = this.#index.tabs.at(-1);
    if (part.kind === 'head') {
      this.#widths = new WidthFinder();
      this.#heights = new HeightFinder();
      this.#index.tabs.push({ ...part.head, rows: 0, columns: 0, heights: [], merges: [], blocks: [] });
    } else if (part.kind === 'cut' || this.isFull) this.#index.isCut = true;
    else if (tab === undefined) throw new Error('a row without a sheet');
    else if (part.kind === 'row') await this.#row(tab, part);
    else {
      await this.#endBlock(tab);
      tab.merges = part.merges.filter(([row]) => row < tab.rows);
      if (part.hasDrawings === true) tab.hasDrawings = true;
      this.#measure(tab);
    }
  }

  async end(): Promise<Uint8Array> {
    const tab = this.#index.tabs.at(-1);
    if (tab === undefined) throw new Error('the workbook has no visible sheet');
    await this.#endBlock(tab);
    this.#measure(tab);
    if (this.isFull) this.#index.isCut = true;
    const index = await pack(JSON.stringify(this.#index), { level: LEVEL });
    const head = Buffer.alloc(SHEET_HEAD_BYTES);
    head.write(SHEET_MAGIC, 'latin1');
    head.writeUInt32BE(index.length, SHEET_MAGIC.length);
    return Buffer.concat([head, index, ...this.#blocks]);
  }

  #measure(tab: SheetTab): void {
    tab.widths = this.#widths.of(tab);
    tab.heights = this.#heights.of(tab);
  }

  async #row(tab: SheetTab, part: SheetRowPart): Promise<void> {
    const { row, cells } = part;
    if (row >= MAX_ROWS) {
      this.#index.isCut = true;
      return;
    }
    this.#heights.add(part);
    if (cells.length === 0) return;
    tab.rows = row + 1;
    const packed: SheetCell[] = [];
    for (const { column, text, style } of cells) {
      this.#widths.add(row, { column, text, style });
      packed.push([column, this.#styleOf(style), text]);
      if (column >= tab.columns) tab.columns = column + 1;
    }
    this.#rows.push([row, packed]);
    this.#cells += packed.length;
    this.#rowsCells += packed.length;
    if (this.#rows.length >= BLOCK_ROWS || this.#rowsCells >= BLOCK_CELLS) await this.#endBlock(tab);
  }

  async #endBlock(tab: SheetTab): Promise<void> {
    const [first] = this.#rows;
    if (first === undefined) return;
    const block = await pack(JSON.stringify(this.#rows), { level: LEVEL });
    tab.blocks.push([first[0], this.#bytes, block.length]);
    this.#blocks.push(block);
    this.#bytes += block.length;
    this.#rows = [];
    this.#rowsCells = 0;
  }

  #styleOf(style: SheetStyle): number {
    const known = this.#styles.get(style);
    if (known !== undefined) return known;
    const key = JSON.stringify(style);
    const number = this.#styleKeys.get(key) ?? this.#index.styles.push(style) - 1;
    this.#styleKeys.set(key, number);
    this.#styles.set(style, number);
    return number;
  }
}
