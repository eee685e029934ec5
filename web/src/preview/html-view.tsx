import { Stage } from './stage.tsx';
import styles from './preview.module.css';

interface HtmlViewProps {
  label: string;
  html: string;
}

/**
 * A page that the server made of a document. It stands in a frame that may do nothing at all: no scripts, no forms,
 * no origin, no way out.
 */
export function HtmlView({ label, html }: HtmlViewProps) {
  return (
    <Stage label={label}>
      <iframe title={label} sandbox="" srcDoc={html} className={styles['page']} />
    </Stage>
  );
}
