import { useState } from 'react';
import { PdfPage } from '../../../kit/pdf/pdf-page.tsx';
import { usePdf } from '../../../kit/pdf/use-pdf.ts';
import { PageLoader } from '../../../kit/spinner.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { pdfTexts } from '../../../kit/viewer-texts.ts';
import { commonTexts } from '../../../kit/texts.ts';
import { previewTexts } from '../texts.ts';
import styles from './preview.module.css';

/** Shows one page of a PDF in the available width, with buttons for the other pages. */
export function PdfView({ bytes, name }: { bytes: Uint8Array; name: string }) {
  const [page, setPage] = useState(1);
  const { pages, drawn, problem } = usePdf(bytes, page);
  if (problem !== null) {
    return (
      <p className={styles['problem']} role="alert">
        {pdfTexts[problem]}
      </p>
    );
  }
  if (drawn === null) return <PageLoader label={commonTexts.loading} />;
  const { width, height } = drawn.size;
  return (
    <>
      <div
        className={styles['pdfStage']}
        role="region"
        aria-label={previewTexts.pdfPageOf(name, page)}
        // The area can have the focus, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <div className={styles['pdfPage']}>
          <PdfPage drawn={drawn} style={{ aspectRatio: `${width} / ${height}` }} />
        </div>
      </div>
      {pages > 1 && (
        <div className={styles['pages']}>
          <Button
            look="quiet"
            aria-label={previewTexts.previousPage}
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          >
            <Icon of="previous" />
          </Button>
          <span className={styles['count']} role="status">
            {previewTexts.pdfPage(page, pages)}
          </span>
          <Button
            look="quiet"
            aria-label={previewTexts.nextPage}
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
