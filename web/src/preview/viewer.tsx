import { isSheet, Messages, previewKindOf } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError, failureText, hasErrorCode } from '../api/index.ts';
import { contentQuery, type Content } from './content-query.ts';
import { HtmlView } from './html-view.tsx';
import { ImageView } from './image-view.tsx';
import { viewerTexts } from './lazy-texts.ts';
import { preloadable, WhileLoading } from '../kit/index.ts';
import { SheetView } from '../kit/sheet/load-sheet.ts';
import { MediaView } from './media-view.tsx';
import { NotSupported } from './not-supported.tsx';
import { limitMessage } from './opening.ts';
import { DownloadOriginal, ViewedNote } from './simplified-note.tsx';
import { withLineEnd } from './text-edit.ts';
import { SheetStage } from './sheet-stage.tsx';
import { TextView } from './text-view.tsx';
import type { ViewedFile } from './viewing.ts';
import { Waiting } from './waiting.tsx';

/** The view of a PDF. It is loaded with the first PDF, because PDF.js is larger than all other code together. */
const PdfView = preloadable(async () => (await import('./pdf-view.tsx')).PdfView);
const CodeView = preloadable(async () => (await import('./code-view.tsx')).CodeView);
const MarkdownView = preloadable(async () => (await import('./markdown-view.tsx')).MarkdownView);

interface ViewerProps {
  viewed: ViewedFile;
  /** renders the editor for a text instead of its view */
  edit: ((text: string) => React.ReactNode) | null;
}

/** The viewer for a file (PREVIEW-02), or the reason why the file cannot be shown. */
export function Viewer({ viewed, edit }: ViewerProps) {
  const { file } = viewed;
  const label = viewerTexts.label(file.name);
  const isShowable = isSheet(file.name) || previewKindOf(file.name) !== 'other';
  const isTooLarge = file.sizeLimitFlag;
  const { data, error, refetch } = useQuery({
    ...contentQuery(viewed),
    enabled: isShowable && !isTooLarge,
  });
  if (!isShowable) return <NotSupported label={label} />;
  if (isTooLarge) return <NotSupported label={label} hint={limitMessage(file.name, 'view')} />;
  if (data !== undefined) {
    return data.kind === 'text' && edit !== null ? edit(data.text) : viewOf(data, label, viewed);
  }
  if (error === null) return <Waiting label={label} />;
  const onRetry = mayPass(error) ? () => void refetch() : undefined;
  // The file type is supported, but the bytes are damaged or the vault failed.
  if (isOfServer(error)) return <NotSupported label={label} title={failureText(error)} onRetry={onRetry} />;
  if (hasErrorCode(error, 'PREVIEW_UNSUPPORTED') || hasErrorCode(error, 'DOCUMENT_UNREADABLE')) {
    const action = <DownloadOriginal viewed={viewed} label={viewerTexts.download} />;
    return <NotSupported label={label} title={Messages.documentUnreadable} action={action} />;
  }
  return <NotSupported label={label} hint={failureText(error)} onRetry={onRetry} />;
}

function viewOf(content: Content, label: string, viewed: ViewedFile) {
  return (
    <WhileLoading show={<Waiting label={label} />}>
      <ContentView content={content} label={label} viewed={viewed} />
    </WhileLoading>
  );
}

function ContentView({ content, label, viewed }: { content: Content; label: string; viewed: ViewedFile }) {
  const { name } = viewed.file;
  switch (content.kind) {
    case 'text':
      return <TextView label={label} text={withLineEnd(content.text, '\n')} />;
    case 'code':
      return <CodeView label={label} name={name} text={withLineEnd(content.text, '\n')} />;
    case 'markdown':
      return <MarkdownView label={label} text={content.text} />;
    case 'image':
      return <ImageView label={label} image={content.image} />;
    case 'pdf':
      return <PdfView label={label} bytes={content.bytes} />;
    case 'audio':
    case 'video':
      return <MediaView label={label} kind={content.kind} address={content.address} viewed={viewed} />;
    case 'sheet':
      return (
        <SheetStage>
          <SheetView label={label} content={content.sheet} />
        </SheetStage>
      );
    case 'html': {
      const note = previewKindOf(name) === 'office' ? <ViewedNote viewed={viewed} /> : null;
      return <HtmlView label={label} html={content.html} note={note} />;
    }
  }
}

const isOfServer = (error: Error) => !(error instanceof ApiError) || error.code === 0 || error.code >= 500;

/** Returns whether a retry can succeed: it can after a temporary failure, but not after a refusal. */
const mayPass = (error: Error): boolean =>
  isOfServer(error) || (error instanceof ApiError && (error.code < 400 || error.code === 429));
