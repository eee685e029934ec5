import { SHEET_MEDIA_TYPE } from '@vault/contract';
import type { DocumentPage } from '../page.ts';
import { writeGrid } from './sheet/grid.ts';
import { startOf } from './sheet/start.ts';
import { readSheet } from './sheet/read-sheet.ts';

/** The first rows of a spreadsheet's first sheet: they are shown while all rows are being read. */
export async function read(bytes: Uint8Array, options: unknown): Promise<DocumentPage> {
  const parts = startOf(readSheet(bytes, options, 'start'));
  return { mediaType: SHEET_MEDIA_TYPE, bytes: await writeGrid(parts) };
}
