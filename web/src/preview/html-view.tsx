import type { ReactNode } from 'react';
import { Stage } from './stage.tsx';
import styles from './preview.module.css';

interface HtmlViewProps {
  label: string;
  html: string;
  /** shown above the page */
  note?: ReactNode;
}

/**
 * A page that the server rendered from a document, in a frame without any rights: no scripts, no forms, no origin, no
 * navigation.
 */
export function HtmlView({ label, html, note }: HtmlViewProps) {
  return (
    <Stage label={label}>
      {note}
      <iframe title={label} sandbox="" srcDoc={html} className={styles['page']} />
    </Stage>
  );
}
