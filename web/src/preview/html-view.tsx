import type { ReactNode } from 'react';
import { Stage } from './stage.tsx';
import styles from './preview.module.css';

interface HtmlViewProps {
  label: string;
  html: string;
  /** stands above the page */
  note?: ReactNode;
}

/**
 * A page that the server made of a document. It stands in a frame that may do nothing at all: no scripts, no forms,
 * no origin, no way out.
 */
export function HtmlView({ label, html, note }: HtmlViewProps) {
  return (
    <Stage label={label}>
      {note}
      <iframe title={label} sandbox="" srcDoc={html} className={styles['page']} />
    </Stage>
  );
}
