import type { QueryClient } from '@tanstack/react-query';
import { onTokenChange, sessionGate } from '../../api/index.ts';
import { sessionQuery } from '../../session/index.ts';

/**
 * Handles the end of a session in the standalone screens (USE-03). When the person is known, `SessionCover` covers the
 * page and calls wait. When the person is not known yet, and after signing out, calls fail, and the routes redirect to
 * the sign-in page (AUTH-03).
 * @returns an unsubscribe function
 */
export function followSession(queryClient: QueryClient): () => void {
  const follow = () => {
    const isKnown = queryClient.getQueryData(sessionQuery.queryKey) !== undefined;
    if (sessionGate.isClosed() && isKnown) return;
    sessionGate.abandon();
  };
  const stops = [onTokenChange(follow), sessionGate.state.subscribe(follow)];
  return () => {
    for (const stop of stops) stop();
  };
}
