import { SHEET_MEDIA_TYPE } from '@vault/contract';
import type { DocumentPage } from '../page.ts';
import { writeGrid } from './sheet/grid.ts';
import { readSheet } from './sheet/read-sheet.ts';

/** A spreadsheet in the form in which the grid of the screens reads it (USE-30, USE-32). */
export async function read(bytes: Uint8Array, options: unknown): Promise<DocumentPage> {
  return { mediaType: SHEET_MEDIA_TYPE, bytes: await writeGrid(readSheet(bytes, options, 'whole')) };
}
