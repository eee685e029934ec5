/*
 * A spreadsheet as the server renders it for the grid of the screens (USE-30): 8 bytes of magic, the length of the
 * packed index (32 bits, big-endian), the index, then the blocks. Index and blocks are JSON, packed as raw DEFLATE
 * (RFC 1951). A browser fetches the index first and of the blocks those in sight, by HTTP Range.
 */

export const SHEET_MEDIA_TYPE = 'application/vnd.portal-vault.sheet';
export const SHEET_MAGIC = 'PVSHEET1';
export const SHEET_HEAD_BYTES = SHEET_MAGIC.length + 4;

/** How cells look. Colours are six hexadecimal digits; what is absent is plain. */
export interface SheetStyle {
  align?: 'right' | 'center';
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  /** the document wraps the text inside of the cell */
  wrap?: true;
  /** texts stand at the bottom of their cell otherwise */
  vertical?: 'top' | 'center';
  /** pixels between the edge of the cell and its text */
  indent?: number;
  /** height of the font in pixels where it differs from the standard */
  size?: number;
  color?: string;
  fill?: string;
  /** colours of the lines at the top, right, bottom and left; '' for none */
  borders?: [top: string, right: string, bottom: string, left: string];
}

/** Where the rows of a block are stored; `offset` counts from the end of the index. */
export type SheetBlock = [firstRow: number, offset: number, bytes: number];

export interface SheetTab {
  name: string;
  rows: number;
  columns: number;
  /** widths of runs of columns in pixels; 0 for hidden ones; other columns have the standard width */
  widths: [from: number, to: number, pixels: number][];
  /** heights in pixels of rows that differ from the standard; 0 for hidden ones */
  heights: [row: number, pixels: number][];
  merges: [row: number, column: number, lastRow: number, lastColumn: number][];
  frozenRows: number;
  frozenColumns: number;
  /** the document hides the lines between cells */
  hidesLines?: true;
  /** it has pictures, charts or shapes, which are not drawn */
  hasDrawings?: true;
  blocks: SheetBlock[];
}

export interface SheetIndex {
  tabs: SheetTab[];
  styles: SheetStyle[];
  /** whether the document has more than is shown */
  isCut: boolean;
}

/** A cell that is not empty, or has a style. */
export type SheetCell = [column: number, style: number, text: string];
/** The rows of a block that are not empty, in their order. */
export type SheetRows = [row: number, cells: SheetCell[]][];

export const SHEET_FONT_PX = 13;
export const SHEET_ROW_PX = 24;
export const SHEET_COLUMN_PX = 72;
