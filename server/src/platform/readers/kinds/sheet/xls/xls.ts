import { compoundStream } from '../../../../compound/index.ts';
import type { SheetPart } from '../model.ts';
import { readWorkbook } from './workbook.ts';
import { readWorksheet } from './worksheet.ts';

/** Excel 97 and later write the first stream, Excel 5.0 and 95 the second. */
const STREAMS = ['Workbook', 'Book'];

/**
 * The visible sheets of a workbook of Excel 5.0 to 2003 ([MS-XLS]).
 * @param maxTexts of the texts that cells share
 * @throws when it cannot be read or is encrypted
 */
export async function* readXls(bytes: Uint8Array, maxTexts: number): AsyncGenerator<SheetPart> {
  const stream = compoundStream(bytes, STREAMS);
  if (stream === null) throw new Error('it is not a workbook');
  const workbook = readWorkbook(Buffer.from(stream.buffer, stream.byteOffset, stream.length), maxTexts);
  for (const tab of workbook.tabs) yield* readWorksheet(workbook, tab);
  if (workbook.isCut) yield { kind: 'cut' };
}
