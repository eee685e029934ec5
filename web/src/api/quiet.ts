import type { Query, QueryClient } from '@tanstack/react-query';
import { isPassing, outageOf } from './client.ts';

const quiet = new WeakSet<object>();

/** Whether a query is loading without anybody having asked: no spinner then, and no message when it fails. */
export const isQuiet = (query: object): boolean => quiet.has(query);

/**
 * Loads what is on the screen anew without a sign of it: what is shown stays until the new is here. What is kept but
 * not shown is loaded when it is shown again.
 * @param isMeant by the query's key
 * @returns false when something failed that may come at another try
 */
export async function refetchQuietly(
  queryClient: QueryClient,
  isMeant: (key: readonly unknown[]) => boolean,
): Promise<boolean> {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isMeant(queryKey) });
  const came = await Promise.all(queries.map(refetchOne));
  return came.every(Boolean);
}

/** Loads again, without a sign of it, what is on the screen and failed in an outage of the vault. */
export async function refetchFailed(queryClient: QueryClient): Promise<void> {
  const failed = queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && outageOf(state.error) !== null,
  });
  await Promise.all(failed.map(refetchOne));
}

async function refetchOne(query: Query): Promise<boolean> {
  // What is loading already may have been read before the change: it is waited for, and not cut off again and again.
  if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
  if (!query.isActive() || query.isDisabled()) {
    query.invalidate();
    return true;
  }
  quiet.add(query);
  // The query keeps its error; who looks at it is told by its screen.
  const came = await query.fetch().then(
    () => true,
    (error: unknown) => !isPassing(error),
  );
  quiet.delete(query);
  return came;
}
