import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { PdfPage } from '../kit/pdf/pdf-page.tsx';
import { usePdf } from '../kit/pdf/use-pdf.ts';
import { pdfTexts } from '../kit/viewer-texts.ts';
import { pdfViewTexts } from './lazy-texts.ts';
import { NotSupported } from './not-supported.tsx';
import { usePreviewKeys } from './use-preview-keys.ts';
import { BarButton } from './bar-button.tsx';
import { Waiting } from './waiting.tsx';
import { Zoomable } from './zoomable.tsx';
import type { Size } from './zoom.ts';
import styles from './preview.module.css';

interface PdfViewProps {
  label: string;
  bytes: Uint8Array;
}

/** CSS pixels per point at 100 %. */
const PIXELS_PER_POINT = 96 / 72;

/** PREVIEW-29 … PREVIEW-31: shows one page of a PDF, with previous, next and 'page / pages'. */
export function PdfView({ label, bytes }: PdfViewProps) {
  const [page, setPage] = useState(1);
  const { pages, drawn, problem } = usePdf(bytes, page);
  const go = (to: number) => setPage(Math.max(1, Math.min(pages, to)));
  usePreviewKeys({
    PageDown: () => go(page + 1),
    PageUp: () => go(page - 1),
    Home: () => go(1),
    End: () => go(pages),
  });
  if (problem !== null) return <NotSupported label={label} hint={pdfTexts[problem]} />;
  if (drawn === null) return <Waiting label={label} />;
  const natural: Size = {
    width: drawn.size.width * PIXELS_PER_POINT,
    height: drawn.size.height * PIXELS_PER_POINT,
  };
  return (
    <Zoomable
      label={pdfViewTexts.label(label, drawn.page, pages)}
      natural={natural}
      fit="width"
      resetKey={drawn.page}
      controls={<Pages page={page} pages={pages} onGo={go} />}
    >
      {(size) => <PdfPage drawn={drawn} style={{ ...size }} />}
    </Zoomable>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  onGo: (page: number) => void;
}

function Pages({ page, pages, onGo }: PagesProps) {
  return (
    <span className={styles['viewGroup']}>
      <BarButton
        label={pdfViewTexts.previousPage}
        hint={pdfViewTexts.previousPageKey}
        icon={<UpOutlined />}
        disabled={page <= 1}
        onClick={() => onGo(page - 1)}
      />
      <span className={styles['figure']} role="status" aria-label={pdfViewTexts.page}>
        {page} / {pages}
      </span>
      <BarButton
        label={pdfViewTexts.nextPage}
        hint={pdfViewTexts.nextPageKey}
        icon={<DownOutlined />}
        disabled={page >= pages}
        onClick={() => onGo(page + 1)}
      />
    </span>
  );
}
