import { useState } from 'react';
import { PDF_PROBLEMS, PdfPage } from '../../../kit/pdf/pdf-page.tsx';
import { usePdf } from '../../../kit/pdf/use-pdf.ts';
import { PageLoader } from '../../../kit/spinner.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import styles from './preview.module.css';

/** A PDF, one page at a time, in the available width. */
export function PdfView({ bytes, name }: { bytes: Uint8Array; name: string }) {
  const [page, setPage] = useState(1);
  const { pages, drawn, problem } = usePdf(bytes, page);
  if (problem !== null) {
    return (
      <p className={styles['problem']} role="alert">
        {PDF_PROBLEMS[problem]}
      </p>
    );
  }
  if (drawn === null) return <PageLoader label="Loading" />;
  const { width, height } = drawn.size;
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['pdfStage']} role="region" aria-label={`${name}, page ${page}`} tabIndex={0}>
        <div className={styles['pdfPage']}>
          <PdfPage drawn={drawn} style={{ aspectRatio: `${width} / ${height}` }} />
        </div>
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
