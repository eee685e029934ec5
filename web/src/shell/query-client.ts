import { QueryCache, QueryClient, type QueryMeta } from '@tanstack/react-query';
import { ApiError, isQuiet, isPassing } from '../api/index.ts';

const RETRIES = 2;

/** Only what may be better next time is asked again: no reply, or a server in trouble. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return isPassing(error) && failures < RETRIES;
}

/**
 * The store of what the server told us. Every failed query tells its message (MSG-45), unless its `meta` says
 * that its screen tells it in another way: `silent: true` for all, `silentCodes: [404]` for some.
 */
export function createQueryClient(tell: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!isQuiet(query) && !isSilent(query.meta, error)) tell(error);
      },
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function isSilent(meta: QueryMeta | undefined, error: unknown): boolean {
  const codes = meta?.['silentCodes'];
  const codeIsSilent = Array.isArray(codes) && error instanceof ApiError && codes.includes(error.code);
  return meta?.['silent'] === true || codeIsSilent;
}
