import { readOoxml } from '../../ooxml/index.ts';
import type { DocumentPage } from '../page.ts';
import { plainPage } from './plain-page.ts';

/** The text of a document of Word, Excel or PowerPoint as an HTML page. */
export async function read(bytes: Uint8Array): Promise<DocumentPage> {
  return { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(await plainPage(readOoxml(bytes))) };
}
