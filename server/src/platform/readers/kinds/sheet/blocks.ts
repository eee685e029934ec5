import type { Block } from '../../../ooxml/index.ts';
import type { SheetPart } from './model.ts';

/** The plain page shows no more columns than this. */
const MAX_PAGE_COLUMNS = 200;

/** A workbook as the blocks of a plain page, with the values as their formats show them. */
export async function* sheetBlocks(parts: AsyncIterable<SheetPart>): AsyncGenerator<Block> {
  for await (const part of parts) {
    if (part.kind === 'head') yield { kind: 'heading', text: part.head.name };
    if (part.kind !== 'row') continue;
    const cells: string[] = [];
    for (const { column, text } of part.cells) {
      if (text === '' || column >= MAX_PAGE_COLUMNS) continue;
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    if (cells.length > 0) yield { kind: 'row', cells };
  }
}
