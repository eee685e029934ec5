/*
 * A spreadsheet as the server renders it for the grid of the screens (USE-30): 8 bytes of magic, the length of the
 * compressed index (32 bits, big-endian), the index, then the blocks. Index and blocks are JSON, compressed as raw
 * DEFLATE (RFC 1951). A browser fetches the index first, then the visible blocks, by HTTP Range.
 */

export const SHEET_MEDIA_TYPE = 'application/vnd.portal-vault.sheet';
export const SHEET_MAGIC = 'PVSHEET1';
export const SHEET_HEAD_BYTES = SHEET_MAGIC.length + 4;

/** The style of cells. Colours are six hexadecimal digits; absent properties have the default. */
export interface SheetStyle {
  align?: 'right' | 'center';
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  /** the document wraps the text inside of the cell */
  wrap?: true;
  /** the vertical alignment; the default is the bottom of the cell */
  vertical?: 'top' | 'center';
  /** pixels between the edge of the cell and its text */
  indent?: number;
  /** font height in pixels where it differs from the default */
  size?: number;
  color?: string;
  fill?: string;
  /** colours of the top, right, bottom and left borders; '' for none */
  borders?: [top: string, right: string, bottom: string, left: string];
}

/** The position of a block in the file; `offset` counts from the end of the index. */
export type SheetBlock = [firstRow: number, offset: number, bytes: number];

export interface SheetTab {
  name: string;
  rows: number;
  columns: number;
  /** widths of ranges of columns in pixels; 0 for hidden ones; other columns have the default width */
  widths: [from: number, to: number, pixels: number][];
  /** heights in pixels of rows that differ from the default; 0 for hidden ones */
  heights: [row: number, pixels: number][];
  merges: [row: number, column: number, lastRow: number, lastColumn: number][];
  frozenRows: number;
  frozenColumns: number;
  /** the document hides the grid lines */
  hidesLines?: true;
  /** the tab has pictures, charts or shapes, which are not shown */
  hasDrawings?: true;
  blocks: SheetBlock[];
}

export interface SheetIndex {
  tabs: SheetTab[];
  styles: SheetStyle[];
  /** whether the document has more data than the rendering */
  isCut: boolean;
}

/** A cell with a text or a style. */
export type SheetCell = [column: number, style: number, text: string];
/** The non-empty rows of a block, in order. */
export type SheetRows = [row: number, cells: SheetCell[]][];

export const SHEET_FONT_PX = 13;
export const SHEET_ROW_PX = 24;
export const SHEET_COLUMN_PX = 72;
