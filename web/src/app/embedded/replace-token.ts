import { getToken, setToken } from '../../api/index.ts';
import { continueOfficeWindows, sessionQuery } from '../../session/index.ts';
import type { EmbeddedRuntime } from './embedded-runtime.ts';

/** Uses the token that a portal hands in, and loads whose it is (use-person.ts). @param token '' for none */
export function replaceToken({ queryClient }: Pick<EmbeddedRuntime, 'queryClient'>, token: string): void {
  const given = token === '' ? null : token;
  const former = getToken();
  if (given === former) return;
  // The former person's data is stale before the new token is set.
  const { queryKey } = sessionQuery;
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  setToken(given);
  if (given === null) return;
  // A session that is replaced before its end would take its office windows along when it ends (USE-03).
  continueOfficeWindows(former);
  // Queries that failed without a token are loaded again; the session is loaded in any case.
  void queryClient.invalidateQueries(former === null ? {} : { queryKey });
}
