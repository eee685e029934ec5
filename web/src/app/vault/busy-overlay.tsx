import { useIsFetching, useIsMutating, type Query } from '@tanstack/react-query';
import { isBackgroundFetch } from '../../api/index.ts';
import { Spinner, useDelayed } from '../../kit/index.ts';
import { commonTexts } from '../../kit/texts.ts';
import styles from './vault.module.css';

/** The overlay is shown after this time, so that a short load shows none. */
const OVERLAY_DELAY_MS = 150;

const isOfSection = ({ meta }: { meta: Record<string, unknown> | undefined }) =>
  meta?.['section'] !== undefined;

/**
 * Selects the queries that show the spinner. Background reloads show none: the previous data stays until the new data
 * is loaded.
 */
const isAskedFor = (query: Query) =>
  // A query that failed in an outage does not cover the screen while it retries, because the shown data is still useful
  // (SAFE-06).
  isOfSection(query) && !isBackgroundFetch(query) && query.state.fetchFailureCount === 0;

/** SHELL-05: a spinner over the screen while a section (`meta: { section }` of its query or mutation) is loading. */
export function BusyOverlay() {
  const loading = useIsFetching({ predicate: isAskedFor }) + useIsMutating({ predicate: isOfSection });
  const shown = useDelayed(loading > 0, OVERLAY_DELAY_MS);
  return shown ? (
    <div className={styles['veil']}>
      <Spinner label={commonTexts.loading} />
    </div>
  ) : null;
}
