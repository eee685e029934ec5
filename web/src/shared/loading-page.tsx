import { availability } from '../api/index.ts';
import { OutageBar } from '../availability/index.ts';
import { PageLoader } from '../kit/index.ts';
import styles from './loading-page.module.css';

/** A page with a loader, shown while required data loads. In an outage it shows the outage bar and waits (SAFE-06). */
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
