import type { ReactNode } from 'react';
import { Stage } from './stage.tsx';
import styles from './preview.module.css';

interface HtmlViewProps {
  label: string;
  html: string;
  /** a note above the page */
  note?: ReactNode;
}

/**
 * Shows a page that the server rendered from a document. The sandbox of its frame allows no scripts, no forms, no
 * origin and no navigation.
 */
export function HtmlView({ label, html, note }: HtmlViewProps) {
  return (
    <Stage label={label}>
      {note}
      <iframe title={label} sandbox="" srcDoc={html} className={styles['page']} />
    </Stage>
  );
}
