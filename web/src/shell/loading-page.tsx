import { availability } from '../api/index.ts';
import { OutageBar } from '../availability/index.ts';
import { PageLoader } from '../kit/index.ts';
import styles from './shell.module.css';

/** An empty page while something is loaded that everything else needs; in an outage it says so and waits (SAFE-06). */
export function LoadingPage({ label }: { label: string }) {
  return (
    <div className={styles['loading']}>
      <PageLoader label={label} />
      <div className={styles['loadingOutage']}>
        <OutageBar availability={availability} />
      </div>
    </div>
  );
}
