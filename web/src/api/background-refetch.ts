import type { Query, QueryClient } from '@tanstack/react-query';
import { isPassing, outageOf } from './client.ts';

const inBackground = new WeakSet<object>();

/** Returns whether a query loads in the background: without a spinner, and without a message when it fails. */
export const isBackgroundFetch = (query: object): boolean => inBackground.has(query);

/**
 * Reloads active queries in the background: their data stays visible until the new data is loaded. Inactive queries are
 * invalidated and load when they are used again.
 * @param isSelected selects queries by key
 * @returns false when a query failed and a retry may succeed
 */
export async function refetchInBackground(
  queryClient: QueryClient,
  isSelected: (key: readonly unknown[]) => boolean,
): Promise<boolean> {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isSelected(queryKey) });
  const results = await Promise.all(queries.map(refetchOne));
  return results.every(Boolean);
}

/** Reloads, in the background, the active queries that failed in an outage of the vault. */
export async function refetchFailed(queryClient: QueryClient): Promise<void> {
  const failed = queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && outageOf(state.error) !== null,
  });
  await Promise.all(failed.map(refetchOne));
}

async function refetchOne(query: Query): Promise<boolean> {
  // A load that already runs may return data from before the change. Waiting for its end avoids repeated aborts.
  if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
  if (!query.isActive() || query.isDisabled()) {
    query.invalidate();
    return true;
  }
  inBackground.add(query);
  // When the load fails, the query keeps its error, and its screen shows the error.
  const isUpToDate = await query.fetch().then(
    () => true,
    (error: unknown) => !isPassing(error),
  );
  inBackground.delete(query);
  return isUpToDate;
}
