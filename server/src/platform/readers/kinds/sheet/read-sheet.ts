import * as z from 'zod';
import { readCsv } from './csv.ts';
import type { SheetPart } from './model.ts';
import { readXlsx } from './xlsx.ts';

const optionsSchema = z.object({ extension: z.string() });

/** How much of a document is wanted. */
export type Extent = 'whole' | 'start';

/** The parts of a spreadsheet by the extension of its name. */
export function readSheet(bytes: Uint8Array, options: unknown, extent: Extent): AsyncGenerator<SheetPart> {
  const { extension } = optionsSchema.parse(options);
  const isText = extension === 'csv' || extension === 'tsv';
  return isText ? readCsv(bytes, extension) : readXlsx(bytes, extent);
}
