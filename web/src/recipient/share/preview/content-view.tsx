import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Item } from '@vault/contract';
import { PageLoader } from '../../../kit/spinner.tsx';
import { Button } from '../../parts/button.tsx';
import type { Content } from './content.ts';
import { TextView } from './text-view.tsx';
import { useContent } from './use-content.ts';
import styles from './preview.module.css';

/** PDF.js is large: it comes with the first PDF that somebody opens. */
const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));

/** The grid comes with the first spreadsheet. */
const SheetView = lazy(async () => ({
  default: (await import('../../../kit/sheet/sheet-view.tsx')).SheetView,
}));

/** What is in a file, or why it cannot be seen. */
export function ContentView({ item }: { item: Item }) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} item={item} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ item, onRetry }: { item: Item; onRetry: () => void }) {
  const { content, message } = useContent(item);
  if (message !== null) {
    return (
      <div className={styles['problem']} role="alert">
        <p>{message}</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    );
  }
  if (content === null) return <PageLoader label="Loading" />;
  return (
    <Suspense fallback={<PageLoader label="Loading" />}>
      <Shown content={content} name={item.name} />
    </Suspense>
  );
}

function Shown({ content, name }: { content: Content; name: string }) {
  switch (content.kind) {
    case 'image':
      return <Picture image={content.image} name={name} />;
    case 'text':
      return <TextView text={content.text} name={name} />;
    case 'pdf':
      return <PdfView bytes={content.bytes} name={name} />;
    case 'sheet':
      return <SheetView content={content.sheet} label={name} />;
    case 'html':
      // No scripts, no forms, no origin, no way out.
      return <iframe title={name} sandbox="" srcDoc={content.html} className={styles['page']} />;
  }
}

function Picture({ image, name }: { image: Blob; name: string }) {
  const picture = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(image);
    if (picture.current) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [image]);
  if (isBroken) return <p className={styles['problem']}>The picture cannot be read.</p>;
  return (
    <div className={styles['stage']}>
      <img ref={picture} className={styles['picture']} alt={name} onError={() => setBroken(true)} />
    </div>
  );
}
