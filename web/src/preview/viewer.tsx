import { Messages, previewKindOf } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/index.ts';
import { contentQuery, type Content } from './content-query.ts';
import { HtmlView } from './html-view.tsx';
import { ImageView } from './image-view.tsx';
import { NotSupported } from './not-supported.tsx';
import { limitMessage } from './opening.ts';
import { PdfView } from './pdf-view.tsx';
import { TextView } from './text-view.tsx';
import type { ViewedFile } from './viewing.ts';
import { Waiting } from './waiting.tsx';

interface ViewerProps {
  viewed: ViewedFile;
  /** what is done with a text instead of showing it */
  edit: ((text: string) => React.ReactNode) | null;
}

/** The view that a file has (PREVIEW-02), or why it has none. */
export function Viewer({ viewed, edit }: ViewerProps) {
  const { file } = viewed;
  const label = `Preview of ${file.name}`;
  const isShowable = previewKindOf(file.name) !== 'other';
  const isTooLarge = file.sizeLimitFlag;
  const { data, error, refetch } = useQuery({
    ...contentQuery(viewed),
    enabled: isShowable && !isTooLarge,
  });
  if (!isShowable) return <NotSupported label={label} />;
  if (isTooLarge) return <NotSupported label={label} hint={limitMessage(file.name, 'view')} />;
  if (data !== undefined) {
    return data.kind === 'text' && edit !== null ? edit(data.text) : viewOf(data, label);
  }
  if (error === null) return <Waiting label={label} />;
  return <NotSupported label={label} hint={reasonOf(error)} onRetry={() => void refetch()} />;
}

function viewOf(content: Content, label: string) {
  if (content.kind === 'text') return <TextView label={label} text={content.text} />;
  if (content.kind === 'image') return <ImageView label={label} image={content.image} />;
  if (content.kind === 'pdf') return <PdfView label={label} bytes={content.bytes} />;
  return <HtmlView label={label} html={content.html} />;
}

/** What the server says, unless it says just what stands above it. */
function reasonOf(error: Error): string | null {
  const text = error instanceof ApiError ? error.message : Messages.requestFailed;
  return text === Messages.previewUnsupported ? null : text;
}
