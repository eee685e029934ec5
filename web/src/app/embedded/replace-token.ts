import { getToken, setToken } from '../../api/index.ts';
import { continueOfficeWindows, sessionQuery } from '../../session/index.ts';
import type { EmbeddedRuntime } from './embedded-runtime.ts';

/**
 * Uses the token that a portal passes, and loads the session of its person (use-person.ts).
 * @param token '' for no token
 */
export function replaceToken({ queryClient }: Pick<EmbeddedRuntime, 'queryClient'>, token: string): void {
  const given = token === '' ? null : token;
  const former = getToken();
  if (given === former) return;
  // Marks the loaded session as stale first, so that the new token is never used with the previous person.
  const { queryKey } = sessionQuery;
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  setToken(given);
  if (given === null) return;
  // Moves the office windows of the previous session to the new one, because they close when their session ends
  // (USE-03).
  continueOfficeWindows(former);
  // After a time without a token all queries are loaded again, because they may have failed; otherwise only the session
  // is.
  void queryClient.invalidateQueries(former === null ? {} : { queryKey });
}
