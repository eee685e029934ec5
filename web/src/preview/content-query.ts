import { contract, isSheet, mimeTypeOf, previewKindOf, RENDERED_KINDS } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile, fetchSigned, readBody } from '../api/index.ts';
import { decodeText } from '../kit/decode-text.ts';
import { loadSheet, rangeHeader } from '../kit/sheet/load-sheet.ts';
import type { SheetContent } from '../kit/sheet/sheet-view.tsx';
import type { ViewedFile } from './viewing.ts';

type Viewed = Pick<ViewedFile, 'file' | 'versionId'>;

/** The content that a viewer shows. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'markdown'; text: string }
  /** a signed address from which the browser reads ranges */
  | { kind: 'audio' | 'video'; address: string }
  | { kind: 'image'; image: Blob }
  | { kind: 'pdf'; bytes: Uint8Array }
  /** a static page */
  | { kind: 'html'; html: string }
  | { kind: 'sheet'; sheet: SheetContent };

/**
 * Requests an address of the bytes of a version, which is valid for ten minutes (C28).
 * @param renews the earlier address when this call renews it, so that the opening is not counted again
 */
export const addressOf = (
  { file, versionId }: Viewed,
  { signal, renews }: { signal?: AbortSignal; renews?: string } = {},
): Promise<string> =>
  call(
    contract.preview.address,
    {
      params: { externalId: file.externalId ?? '' },
      query: { versionId, kinds: 'all', renews: renews?.split('/').at(-1) },
    },
    signal === undefined ? {} : { signal },
  );

/**
 * The content of a version (PREVIEW-24 … PREVIEW-26, D-37). It is not cached, because each opening counts in the file's
 * history (PREVIEW-34) and the server may refuse the next opening.
 */
export const contentQuery = ({ file, versionId }: Viewed) =>
  queryOptions({
    queryKey: ['preview', file.externalId, versionId],
    queryFn: ({ signal }) => load({ file, versionId }, signal),
    staleTime: Infinity,
    gcTime: 0,
    meta: { silent: true },
  });

async function load(viewed: Viewed, signal: AbortSignal): Promise<Content> {
  const { file, versionId } = viewed;
  const wanted = { params: { externalId: file.externalId ?? '' }, query: { versionId } };
  if (isSheet(file.name)) {
    const fetchView = (view: 'sheet' | 'sheet-start') => async (start: number, end: number | null) =>
      callForFile(
        contract.preview.office,
        { ...wanted, query: { versionId, view } },
        { signal, range: rangeHeader(start, end) },
      );
    return { kind: 'sheet', sheet: await loadSheet(fetchView, file.size) };
  }
  const kind = previewKindOf(file.name);
  if (kind === 'picture') {
    const reply = await callForFile(contract.preview.office, wanted, { signal });
    return { kind: 'image', image: await readBody(() => reply.blob()) };
  }
  if (RENDERED_KINDS.includes(kind)) {
    return renderedPage(await callForFile(contract.preview.office, wanted, { signal }));
  }
  const address = await addressOf(viewed, { signal });
  if (kind === 'audio' || kind === 'video') return { kind, address };
  const reply = await fetchSigned(address, { signal });
  const bytes = new Uint8Array(await readBody(() => reply.arrayBuffer()));
  if (kind === 'pdf') return { kind, bytes };
  if (kind === 'txt') return { kind: 'text', text: decodeText(bytes) };
  if (kind === 'code' || kind === 'markdown') return { kind, text: decodeText(bytes) };
  return { kind: 'image', image: new Blob([bytes], { type: mimeTypeOf(file.name) }) };
}

/** Reads the reply of C29, which is a PDF or a static HTML page. */
async function renderedPage(reply: Response): Promise<Content> {
  if (reply.headers.get('content-type')?.startsWith('application/pdf')) {
    return { kind: 'pdf', bytes: new Uint8Array(await readBody(() => reply.arrayBuffer())) };
  }
  return { kind: 'html', html: await readBody(() => reply.text()) };
}
