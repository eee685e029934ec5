import { Spinner, useDelayed } from '../kit/index.ts';
import { viewerTexts } from './lazy-texts.ts';
import { Stage } from './stage.tsx';
import styles from './preview.module.css';

const SPINNER_DELAY_MS = 150;

/** PREVIEW-09: a spinner while the file loads. */
export function Waiting({ label }: { label: string }) {
  const isShown = useDelayed(true, SPINNER_DELAY_MS);
  return (
    <Stage label={label}>
      <div className={styles['middle']}>{isShown && <Spinner label={viewerTexts.loading} />}</div>
    </Stage>
  );
}
