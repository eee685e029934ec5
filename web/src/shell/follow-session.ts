import type { QueryClient } from '@tanstack/react-query';
import { onTokenChange, sessionGate } from '../api/index.ts';
import { sessionQuery } from '../session/index.ts';

/**
 * Decides what the end of a session means for the standalone screens (USE-03). Where a person is known, their page stays below
 * `SessionCover` and calls wait; before that, and after signing out, the routes lead to the sign-in page (AUTH-03).
 * @param reroute lets the routes decide again where to be
 * @returns a function that ends it
 */
export function followSession(queryClient: QueryClient, reroute: () => void): () => void {
  const follow = () => {
    const isKnown = queryClient.getQueryData(sessionQuery.queryKey) !== undefined;
    if (sessionGate.isClosed() && isKnown) return;
    sessionGate.abandon();
    reroute();
  };
  const stops = [onTokenChange(follow), sessionGate.subscribe(follow)];
  return () => {
    for (const stop of stops) stop();
  };
}
