import writeExcelFile from 'write-excel-file/node';
import type { CellObject, Row } from 'write-excel-file/node';
import type { Cell, Sheet, Workbook } from './content.ts';
import { repackOffice } from './ooxml.ts';

type Format = Sheet['columns'][number]['format'];

/** Writes a workbook as an Excel file (.xlsx): frozen header row, amounts and days as real numbers and dates. */
export async function renderExcel(workbook: Workbook): Promise<Uint8Array> {
  const sheets = workbook.sheets.map((sheet) => ({
    data: sheetRows(sheet),
    sheet: sheet.name,
    columns: sheet.columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }));
  return repackOffice(await writeExcelFile(sheets).toBuffer(), workbook.date);
}

function sheetRows(sheet: Sheet): Row[] {
  const formats = sheet.columns.map(({ format }) => format);
  const header = sheet.columns.map(({ title, format }): CellObject => ({
    value: title,
    type: String,
    fontWeight: 'bold',
    backgroundColor: '#e8ebf5',
    align: format === 'text' || format === 'day' ? 'left' : 'right',
  }));
  const rows = sheet.rows.map((row) => row.map((cell, at) => excelCell(cell, formats[at] ?? 'text')));
  const total = sheet.total?.map((cell, at): CellObject => ({
    ...excelCell(cell, formats[at] ?? 'text'),
    fontWeight: 'bold',
    topBorderStyle: 'thin',
  }));
  return [header, ...rows, ...(total ? [total] : [])];
}

function excelCell(cell: Cell, format: Format): CellObject {
  if (cell instanceof Date) return { value: cell, type: Date, format: 'dd/mm/yyyy' };
  if (typeof cell === 'string') return { value: cell, type: String };
  if (format === 'money') return { value: cell / 100, type: Number, format: '#,##0.00' };
  return { value: cell, type: Number };
}
