import { useIsFetching } from '@tanstack/react-query';
import { Spinner, useDelayed } from '../kit/index.ts';
import styles from './shell.module.css';

/** Quick loads show no overlay at all. */
const OVERLAY_DELAY_MS = 150;

/** SHELL-05: a spinner over the screen while a section (`meta: { section }` of its query) is loading. */
export function BusyOverlay() {
  const loading = useIsFetching({ predicate: ({ meta }) => meta?.['section'] !== undefined });
  const shown = useDelayed(loading > 0, OVERLAY_DELAY_MS);
  return shown ? (
    <div className={styles['veil']}>
      <Spinner label="Loading" />
    </div>
  ) : null;
}
