/** A spreadsheet reads a cell as a formula when the cell starts with one of these characters. */
const FORMULA = /^[=+\-@\t\r]/;

/** Returns one line of a CSV file (RFC 4180). A cell that could be a formula gets an apostrophe in front (C39). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Excel reads a file as UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** Returns the first line of a CSV file. */
export const csvHead = (names: readonly string[]): string => BYTE_ORDER_MARK + csvLine(names);

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
