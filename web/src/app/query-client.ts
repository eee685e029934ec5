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

/** Retries only calls that met an outage: at most twice, and without limit while it lasts. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return outageOf(error) !== null && (failures < RETRIES || !isAvailable());
}

/** During an outage a query pauses at once, so that nothing on the screen looks busy until the vault is back. */
export const retryDelay = (failures: number): number => (isAvailable() ? 1000 * 2 ** failures : 0);

/**
 * Creates the cache of the server's data. Every failed query reports its message (MSG-45), unless its `meta` states that
 * its screen shows it: `silent: true` for all errors, `silentCodes: ['NOT_FOUND']` for some.
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
        // `followAvailability` reloads the queries that failed, and only those.
        refetchOnReconnect: false,
        networkMode: 'online',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Makes queries follow the availability of the vault (SAFE-06): during an outage they pause, and shown data stays.
 * Afterwards they continue, and failed queries on the screen are reloaded in the background.
 * @returns a function that stops it
 */
export function followAvailability(queryClient: QueryClient): () => void {
  // For React Query 'online' means that calls can be made; the network is only one condition.
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

/** First parts of the query keys (api/keys.ts) that changes can affect. */
const CHANGEABLE = new Set<unknown>(['record', 'versions', 'link-views']);

function isSilent(meta: QueryMeta | undefined, error: unknown): boolean {
  const codes = meta?.['silentCodes'];
  const codeIsSilent = Array.isArray(codes) && error instanceof ApiError && codes.includes(error.errorCode);
  return meta?.['silent'] === true || codeIsSilent;
}
