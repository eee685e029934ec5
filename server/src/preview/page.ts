import { mimeTypeOf, previewKindOf, type PreviewView } from '@vault/contract';
import type { AccessCheck, Holder, TransferAccess } from '../access-check/index.ts';
import { contentLayout, type Download } from '../download/index.ts';
import { EMPTY_PAGE } from './empty-page.ts';
import type { Viewed } from './find.ts';
import type { Renderings } from './renderings.ts';

/** The access of a running transfer of a viewed file: its original bytes, or what is rendered from them (GUARD-30). */
export function accessTo(
  check: AccessCheck,
  holder: Holder,
  { version: { recordId, fileId }, layout }: { version: ViewedVersion; layout: Download['layout'] },
): TransferAccess {
  const sent = layout.contents.map((sha256) => ({ sha256, fileId }));
  return check.during(holder, { recordId, right: 'view' }, sent);
}
type ViewedVersion = Pick<Viewed['version'], 'recordId' | 'fileId'>;

/** Returns the original bytes. A text has no charset in its type, so the browser detects the encoding. */
export function originalOf({ version, extension }: Viewed): Download {
  return {
    fileName: version.name,
    contentType: isSource(extension) ? 'text/plain' : mimeTypeOf(`file.${extension}`),
    disposition: 'inline',
    layout: contentLayout(version),
  };
}

/** Source code, XML and Markdown are sent as text, so that no browser shows them as HTML. */
const isSource = (extension: string) => ['code', 'markdown'].includes(previewKindOf(`file.${extension}`));

/** T-70: only files of these kinds are shown as an empty page when they have no bytes. */
const EMPTY_WITHOUT_DATA: readonly string[] = ['doc', 'docx', 'pptx'];

/** Returns the rendering of an Office file. */
export async function pageOf(renderings: Renderings, viewed: Viewed, view: PreviewView): Promise<Download> {
  const { version, extension } = viewed;
  const isEmpty = view === 'page' && version.sizeBytes === 0 && EMPTY_WITHOUT_DATA.includes(extension);
  if (isEmpty) return named(version.name, EMPTY_PAGE.mediaType, EMPTY_PAGE.layout);
  const page = await renderings.of(viewed, view);
  return named(version.name, page.mediaType, contentLayout(page));
}

const EXTENSIONS: Partial<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'image/webp': 'webp',
};

function named(name: string, mediaType: string, layout: Download['layout']): Download {
  const extension = EXTENSIONS[mediaType.split(';', 1)[0] ?? ''] ?? 'bin';
  return { fileName: name.replace(/\.[^.]*$/, `.${extension}`), contentType: mediaType, layout };
}
