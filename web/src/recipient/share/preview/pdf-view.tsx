import { useLayoutEffect, useRef, useState } from 'react';
import type { DrawnPage } from '../../../kit/pdf/pdf-document.ts';
import { usePdf, type PdfProblem } from '../../../kit/pdf/use-pdf.ts';
import { PageLoader } from '../../../kit/spinner.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import styles from './preview.module.css';

const PROBLEMS: Record<PdfProblem, string> = {
  locked: 'The document is protected by a password.',
  slow: 'The document takes too long to be shown.',
  broken: 'The document cannot be read.',
};

/** A PDF page by page, as wide as there is room. */
export function PdfView({ bytes, name }: { bytes: Uint8Array; name: string }) {
  const [page, setPage] = useState(1);
  const { pages, drawn, problem } = usePdf(bytes, page);
  if (problem !== null) {
    return (
      <p className={styles['problem']} role="alert">
        {PROBLEMS[problem]}
      </p>
    );
  }
  if (drawn === null) return <PageLoader label="Loading" />;
  return (
    <>
      {/* A region that scrolls has to be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['pdfStage']} role="region" aria-label={`${name}, page ${page}`} tabIndex={0}>
        <Page drawn={drawn} />
      </div>
      {pages > 1 && (
        <div className={styles['pages']}>
          <Button
            look="quiet"
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          >
            <Icon of="previous" />
          </Button>
          <span className={styles['count']} role="status">
            Page {page} of {pages}
          </span>
          <Button
            look="quiet"
            aria-label="Next page"
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          >
            <Icon of="next" />
          </Button>
        </div>
      )}
    </>
  );
}

/** The page as it was drawn, and its words over it to be marked and read out. */
function Page({ drawn: { canvas, words, size } }: { drawn: DrawnPage }) {
  const sheet = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    sheet.current?.replaceChildren(canvas);
    text.current?.replaceChildren(words);
    const element = box.current;
    if (element === null) return undefined;
    // PDF.js places the words by this factor.
    const fit = () =>
      element.style.setProperty('--total-scale-factor', String(element.clientWidth / size.width));
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    return () => observer.disconnect();
  }, [canvas, words, size]);
  return (
    <div ref={box} className={styles['pdfPage']} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      <div ref={sheet} aria-hidden />
      <div ref={text} className={styles['words']} />
    </div>
  );
}
