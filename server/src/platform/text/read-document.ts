import { getDocumentProxy } from 'unpdf';
import { readOoxml } from '../ooxml/index.ts';
import { decodeText } from './decode.ts';
import type { TextForm } from './form.ts';
import { MAX_CHARACTERS } from './limits.ts';

/**
 * The visible text of a document, within the limits.
 * @throws when the bytes are not such a document, or a damaged one
 */
export async function readDocument(form: TextForm, bytes: Uint8Array): Promise<string> {
  if (form === 'plain') return decodeText(bytes).slice(0, MAX_CHARACTERS);
  return collectText(form === 'pdf' ? pagesOf(bytes) : blocksOf(bytes));
}

async function collectText(pieces: AsyncIterable<string>): Promise<string> {
  const parts: string[] = [];
  let left = MAX_CHARACTERS;
  for await (const piece of pieces) {
    parts.push(piece.slice(0, left));
    left -= piece.length + 1;
    if (left <= 0) break;
  }
  return parts.join('\n');
}

async function* blocksOf(bytes: Uint8Array): AsyncGenerator<string> {
  for await (const block of readOoxml(bytes))
    yield block.kind === 'row' ? block.cells.join('\t') : block.text;
}

async function* pagesOf(bytes: Uint8Array): AsyncGenerator<string> {
  const pdf = await getDocumentProxy(bytes, { disableFontFace: true, verbosity: 0 });
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      yield items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      page.cleanup();
    }
  } finally {
    await pdf.loadingTask.destroy();
  }
}
