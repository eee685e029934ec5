import * as z from 'zod';
import { isCompound } from '../../../compound/index.ts';
import { OoxmlPackage } from '../../../ooxml/index.ts';
import { readCsv } from './csv.ts';
import { MAX_CELLS, type SheetPart } from './model.ts';
import { isOds, readOds } from './ods/ods.ts';
import { readXls } from './xls/xls.ts';
import { readXlsx } from './xlsx.ts';

const optionsSchema = z.object({ extension: z.string() });

/** The requested part of a document: all of it, or only its first rows. */
export type Extent = 'whole' | 'start';

/**
 * The maximum number of shared texts that are read. Writers number these texts as they first occur, so the first rows
 * need the first texts.
 */
const MAX_TEXTS: Record<Extent, number> = { whole: MAX_CELLS, start: 20_000 };

/** The parts of a spreadsheet. The format of a text is detected by the extension, other formats by the bytes. */
export async function* readSheet(
  bytes: Uint8Array,
  options: unknown,
  extent: Extent,
): AsyncGenerator<SheetPart> {
  const { extension } = optionsSchema.parse(options);
  if (extension === 'csv' || extension === 'tsv') yield* readCsv(bytes, extension);
  else yield* readWorkbook(bytes, extent);
}

/**
 * The parts of a workbook of any kind.
 * @throws when it is not a workbook, is damaged or encrypted
 */
export async function* readWorkbook(bytes: Uint8Array, extent: Extent): AsyncGenerator<SheetPart> {
  if (isCompound(bytes)) {
    yield* readXls(bytes, MAX_TEXTS[extent]);
    return;
  }
  const file = await OoxmlPackage.open(bytes);
  if (isOds(file)) yield* readOds(file);
  else yield* readXlsx(file, MAX_TEXTS[extent]);
}
