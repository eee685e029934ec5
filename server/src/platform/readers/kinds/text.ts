import { getDocumentProxy } from 'unpdf';
import * as z from 'zod';
import { readOoxml } from '../../ooxml/index.ts';
import type { DocumentPage } from '../page.ts';
import { decodeText } from './decode.ts';

/** Text beyond this is not searched: it is more than a thick book, and a full-text index has limits. */
const MAX_CHARACTERS = 500_000;

const optionsSchema = z.object({ form: z.enum(['plain', 'pdf', 'office']) });

/** The visible text of a document for the search (SEARCH-26), at most MAX_CHARACTERS characters in UTF-8. */
export async function read(bytes: Uint8Array, options: unknown): Promise<DocumentPage> {
  const { form } = optionsSchema.parse(options);
  const text = form === 'plain' ? decodeText(bytes) : await collectText(textsOf(form, bytes));
  // A surrogate pair that the limit splits has no UTF-8 form.
  const bounded = text.slice(0, MAX_CHARACTERS).toWellFormed();
  return { mediaType: 'text/plain; charset=utf-8', bytes: Buffer.from(bounded) };
}

const textsOf = (form: 'pdf' | 'office', bytes: Uint8Array) =>
  form === 'pdf' ? pagesOf(bytes) : blocksOf(bytes);

async function collectText(texts: AsyncIterable<string>): Promise<string> {
  const collected: string[] = [];
  let left = MAX_CHARACTERS;
  for await (const text of texts) {
    collected.push(text.slice(0, left));
    left -= text.length + 1;
    if (left <= 0) break;
  }
  return collected.join('\n');
}

async function* blocksOf(bytes: Uint8Array): AsyncGenerator<string> {
  for await (const block of readOoxml(bytes))
    yield block.kind === 'row' ? block.cells.join('\t') : block.text;
}

async function* pagesOf(bytes: Uint8Array): AsyncGenerator<string> {
  // The library refuses a Buffer.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { disableFontFace: true, verbosity: 0 });
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
