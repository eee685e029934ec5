import type { SheetPart } from './model.ts';

/** The number of first rows: more than a screen shows. */
const START_ROWS = 200;

/** The parts of the first sheet up to the end of its first rows; nothing after them is read. */
export async function* startOf(parts: AsyncIterable<SheetPart>): AsyncGenerator<SheetPart> {
  for await (const part of parts) {
    if (part.kind === 'row' && part.row >= START_ROWS) break;
    yield part;
    if (part.kind === 'tail') return;
  }
  yield { kind: 'tail', merges: [] };
}
