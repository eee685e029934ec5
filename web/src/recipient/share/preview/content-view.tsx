import { useEffect, useRef, useState } from 'react';
import { previewKindOf, type Item } from '@vault/contract';
import { MediaPlayer } from '../../../kit/media-player.tsx';
import { preloadable, WhileLoading } from '../../../kit/preloadable.tsx';
import { SheetView } from '../../../kit/sheet/load-sheet.ts';
import { SimplifiedNote } from '../../../kit/simplified-note.tsx';
import { PageLoader } from '../../../kit/spinner.tsx';
import { Button } from '../../parts/button.tsx';
import { useLink } from '../../visit/use-link.ts';
import { previewTexts } from '../texts.ts';
import { commonTexts } from '../../../kit/texts.ts';
import type { Content } from './content.ts';
import { TextView } from './text-view.tsx';
import { addressOf, useContent } from './use-content.ts';
import styles from './preview.module.css';

/** The view of a PDF. It is loaded with the first PDF, because PDF.js is large. */
const PdfView = preloadable(async () => (await import('./pdf-view.tsx')).PdfView);
const CodeView = preloadable(async () => (await import('./code-view.tsx')).CodeView);
const MarkdownView = preloadable(async () => (await import('./markdown-view.tsx')).MarkdownView);

interface ContentViewProps {
  item: Item;
  /** downloads the file; null when the link allows no download */
  onDownload: ((item: Item) => void) | null;
}

/** The content of a file, or the reason why it cannot be shown. */
export function ContentView({ item, onDownload }: ContentViewProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Attempt key={attempt} item={item} onDownload={onDownload} onRetry={() => setAttempt(attempt + 1)} />
  );
}

function Attempt({ item, onDownload, onRetry }: ContentViewProps & { onRetry: () => void }) {
  const { content, message, isUnreadable } = useContent(item);
  if (message !== null) {
    return (
      <div className={styles['problem']} role="alert">
        <p>{message}</p>
        {isUnreadable ? (
          onDownload !== null && <Button onClick={() => onDownload(item)}>{previewTexts.downloadFile}</Button>
        ) : (
          <Button onClick={onRetry}>{commonTexts.tryAgain}</Button>
        )}
      </div>
    );
  }
  if (content === null) return <PageLoader label={commonTexts.loading} />;
  return (
    <WhileLoading show={<PageLoader label={commonTexts.loading} />}>
      <Shown content={content} item={item} onDownload={onDownload} />
    </WhileLoading>
  );
}

function Shown({ content, item, onDownload }: ContentViewProps & { content: Content }) {
  const { name } = item;
  switch (content.kind) {
    case 'image':
      return <Picture image={content.image} name={name} />;
    case 'text':
      return <TextView text={content.text} name={name} />;
    case 'code':
      return <CodeView text={content.text} name={name} />;
    case 'markdown':
      return <MarkdownView text={content.text} name={name} />;
    case 'audio':
    case 'video':
      return <Media kind={content.kind} address={content.address} item={item} />;
    case 'pdf':
      return <PdfView bytes={content.bytes} name={name} />;
    case 'sheet':
      return <SheetView content={content.sheet} label={name} />;
    case 'html':
      return (
        <>
          {previewKindOf(name) === 'office' && <Simplified item={item} onDownload={onDownload} />}
          {/* The sandbox allows no scripts, forms, same origin or navigation. */}
          <iframe title={name} sandbox="" srcDoc={content.html} className={styles['page']} />
        </>
      );
  }
}

/** USE-31: a note that the page is not the original, with a button to download the original if allowed. */
function Simplified({ item, onDownload }: ContentViewProps) {
  return (
    <SimplifiedNote>
      {onDownload !== null && (
        <Button look="quiet" onClick={() => onDownload(item)}>
          {previewTexts.downloadOriginal}
        </Button>
      )}
    </SimplifiedNote>
  );
}

/** USE-32: audio and video in the browser's player. */
function Media({ kind, address, item }: { kind: 'audio' | 'video'; address: string; item: Item }) {
  const link = useLink();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p className={styles['problem']}>{previewTexts.mediaUnplayable}</p>;
  return (
    <div className={styles['stage']}>
      <MediaPlayer
        label={item.name}
        kind={kind}
        address={address}
        renew={(before) => addressOf(link, item.externalId ?? '', before)}
        onFail={() => setBroken(true)}
      />
    </div>
  );
}

function Picture({ image, name }: { image: Blob; name: string }) {
  const picture = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(image);
    if (picture.current) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [image]);
  if (isBroken) return <p className={styles['problem']}>{previewTexts.imageUnreadable}</p>;
  return (
    <div className={styles['stage']}>
      <img ref={picture} className={styles['picture']} alt={name} onError={() => setBroken(true)} />
    </div>
  );
}
