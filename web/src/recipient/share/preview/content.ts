import { mimeTypeOf, previewKindOf, RENDERED_KINDS } from '@vault/contract';
import { decodeText } from '../../../kit/decode-text.ts';
import type { SheetContent } from '../../../kit/sheet/sheet-view.tsx';
import { readBody } from '../../visit/client.ts';

/** The content of a preview. */
export type Content =
  | { kind: 'text' | 'code' | 'markdown'; text: string }
  /** a signed address from which the browser reads ranges */
  | { kind: 'audio' | 'video'; address: string }
  | { kind: 'image'; image: Blob }
  | { kind: 'pdf'; bytes: Uint8Array }
  /** a static page that the server rendered from a document */
  | { kind: 'html'; html: string }
  | { kind: 'sheet'; sheet: SheetContent };

/**
 * Reads the reply of C48. The kind of the content depends on the file name; for an Office file it depends on the format
 * that the server rendered.
 */
export async function contentOf(name: string, reply: Response): Promise<Content> {
  const kind = previewKindOf(name);
  const isPdf = reply.headers.get('content-type')?.startsWith('application/pdf') === true;
  if (kind === 'picture') return { kind: 'image', image: await readBody(() => reply.blob()) };
  if (RENDERED_KINDS.includes(kind) && !isPdf)
    return { kind: 'html', html: await readBody(() => reply.text()) };
  const bytes = new Uint8Array(await readBody(() => reply.arrayBuffer()));
  if (kind === 'office' || kind === 'pdf') return { kind: 'pdf', bytes };
  if (kind === 'txt') return { kind: 'text', text: decodeText(bytes) };
  if (kind === 'code' || kind === 'markdown') return { kind, text: decodeText(bytes) };
  return { kind: 'image', image: new Blob([bytes], { type: mimeTypeOf(name) }) };
}
