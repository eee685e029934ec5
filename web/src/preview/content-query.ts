import { contract, isSheet, type Item, mimeTypeOf, previewKindOf } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile, fetchSigned, readBody } from '../api/index.ts';
import { decodeText } from '../kit/decode-text.ts';
import { loadSheet, rangeHeader } from '../kit/sheet/load-sheet.ts';
import type { SheetContent } from '../kit/sheet/sheet-view.tsx';
import type { ViewedFile } from './viewing.ts';

/** What a viewer shows. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'image'; image: Blob }
  | { kind: 'pdf'; bytes: Uint8Array }
  /** a page without anything active */
  | { kind: 'html'; html: string }
  | { kind: 'sheet'; sheet: SheetContent };

/**
 * The content of a version (PREVIEW-24 … PREVIEW-26, D-37). Nothing of it is kept: each opening counts in the file's
 * history (PREVIEW-34), and the server may refuse the next one.
 */
export const contentQuery = ({ file, versionId }: ViewedFile) =>
  queryOptions({
    queryKey: ['preview', file.externalId, versionId],
    queryFn: ({ signal }) => load({ externalId: file.externalId ?? '', versionId }, file, signal),
    staleTime: Infinity,
    gcTime: 0,
    meta: { silent: true },
  });

async function load(
  { externalId, versionId }: { externalId: string; versionId: string },
  { name, size }: Pick<Item, 'name' | 'size'>,
  signal: AbortSignal,
): Promise<Content> {
  const wanted = { params: { externalId }, query: { versionId } };
  if (isSheet(name)) {
    const fetchView = (view: 'sheet' | 'sheet-start') => async (start: number, end: number | null) =>
      callForFile(
        contract.preview.office,
        { ...wanted, query: { versionId, view } },
        { signal, range: rangeHeader(start, end) },
      );
    return { kind: 'sheet', sheet: await loadSheet(fetchView, size) };
  }
  const kind = previewKindOf(name);
  if (kind === 'office') return officePage(await callForFile(contract.preview.office, wanted, { signal }));
  if (kind === 'picture') {
    const reply = await callForFile(contract.preview.office, wanted, { signal });
    return { kind: 'image', image: await readBody(() => reply.blob()) };
  }
  const address = await call(contract.preview.address, wanted, { signal });
  const reply = await fetchSigned(address, { signal });
  const bytes = new Uint8Array(await readBody(() => reply.arrayBuffer()));
  if (kind === 'pdf') return { kind, bytes };
  if (kind === 'txt') return { kind: 'text', text: decodeText(bytes) };
  return { kind: 'image', image: new Blob([bytes], { type: mimeTypeOf(name) }) };
}

/** C29: a PDF, or a page where no converter is installed. */
async function officePage(reply: Response): Promise<Content> {
  if (reply.headers.get('content-type')?.startsWith('application/pdf')) {
    return { kind: 'pdf', bytes: new Uint8Array(await readBody(() => reply.arrayBuffer())) };
  }
  return { kind: 'html', html: await readBody(() => reply.text()) };
}
