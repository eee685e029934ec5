import { msgPage } from '../../document-pages/index.ts';
import type { DocumentPage } from '../page.ts';

/** A mail of Outlook as an HTML page. */
export async function read(bytes: Uint8Array): Promise<DocumentPage> {
  return { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(await msgPage(bytes)) };
}
