import { useIsFetching, useIsMutating, type Query } from '@tanstack/react-query';
import { isBackgroundFetch } from '../../api/index.ts';
import { Spinner, useDelayed } from '../../kit/index.ts';
import { commonTexts } from '../../kit/texts.ts';
import styles from './vault.module.css';

/** Short loads show no overlay. */
const OVERLAY_DELAY_MS = 150;

const isOfSection = ({ meta }: { meta: Record<string, unknown> | undefined }) =>
  meta?.['section'] !== undefined;

/** Background reloads show no spinner: the previous data stays until the new data is loaded. */
const isAskedFor = (query: Query) =>
  // After an outage the screen is not covered, because its data is still useful (SAFE-06).
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
