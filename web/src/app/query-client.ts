import { onlineManager, QueryCache, QueryClient, type QueryMeta } from '@tanstack/react-query';
import {
  ApiError,
  availability,
  isBackgroundFetch,
  onUnknownOutcome,
  outageOf,
  refetchFailed,
  refetchInBackground,
} from '../api/index.ts';

const RETRIES = 2;

const isAvailable = () => availability.get() === 'available';

/**
 * Returns whether a failed query is retried. Only a failure in an outage is: at most twice, or without limit while the
 * outage lasts.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  return outageOf(error) !== null && (failures < RETRIES || !isAvailable());
}

/**
 * During an outage there is no delay: the query is paused immediately, so that the screen does not look busy until the
 * outage ends.
 */
export const retryDelay = (failures: number): number => (isAvailable() ? 1000 * 2 ** failures : 0);

/**
 * Creates the cache of the server's data. Every failed query reports its message (MSG-45), unless its `meta` states
 * that its screen shows the error: `silent: true` for all errors, `silentCodes: ['NOT_FOUND']` for some.
 */
export function createQueryClient(report: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!isBackgroundFetch(query) && !isSilent(query.meta, error)) report(error);
      },
    }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay,
        refetchOnWindowFocus: false,
        // `followAvailability` reloads queries after an outage, and only those that failed.
        refetchOnReconnect: false,
        networkMode: 'online',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Makes queries follow the availability of the vault (SAFE-06): during an outage they pause, and shown data stays.
 * After it they continue, and failed queries on the screen are reloaded in the background.
 * @returns an unsubscribe function
 */
export function followAvailability(queryClient: QueryClient): () => void {
  // React Query pauses queries while it is not 'online'. Here 'online' means that the vault is available.
  onlineManager.setEventListener((setOnline) => availability.subscribe(() => setOnline(isAvailable())));
  onlineManager.setOnline(isAvailable());
  const ending = new AbortController();
  const stops = [
    availability.subscribe(() => {
      if (isAvailable()) void refetchFailed(queryClient);
    }),
    onUnknownOutcome(createRefresh(queryClient, ending.signal)),
  ];
  return () => {
    ending.abort();
    for (const stop of stops) stop();
  };
}

/**
 * @returns a function that reloads data which a change with unknown outcome may have affected, once the vault is back
 */
function createRefresh(queryClient: QueryClient, signal: AbortSignal): () => void {
  let isPlanned = false;
  const refresh = async () => {
    await availability.untilAvailable(signal);
    isPlanned = false;
    await refetchInBackground(queryClient, ([kind]) => CHANGEABLE.has(kind));
  };
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    refresh().catch(() => undefined);
  };
}

/** First elements of the query keys (api/keys.ts) whose data a change can affect. */
const CHANGEABLE = new Set<unknown>(['record', 'versions', 'link-views']);

function isSilent(meta: QueryMeta | undefined, error: unknown): boolean {
  const codes = meta?.['silentCodes'];
  const codeIsSilent = Array.isArray(codes) && error instanceof ApiError && codes.includes(error.errorCode);
  return meta?.['silent'] === true || codeIsSilent;
}
