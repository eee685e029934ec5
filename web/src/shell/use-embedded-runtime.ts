import { useEffect, useRef, useState } from 'react';
import type { VaultProps } from '../../embed/vault.d.ts';
import { getToken, onTokenChange, setToken } from '../api/index.ts';
import { continueOfficeWindows, sessionQuery } from '../session/index.ts';
import { createEmbeddedRuntime, type EmbeddedRuntime } from './embedded-runtime.ts';

type SignIn = Pick<VaultProps, 'token' | 'onTokenExpired' | 'apiBase' | 'scanBase'>;

/**
 * Creates the runtime of an embedded vault, and keeps its token equal to the portal's: uses each new token, and reports a
 * refused one by `onTokenExpired`.
 * @returns null before the first effect
 */
export function useEmbeddedRuntime({
  apiBase = '',
  scanBase = apiBase,
  ...signIn
}: SignIn): EmbeddedRuntime | null {
  const { token } = signIn;
  const [runtime, setRuntime] = useState<EmbeddedRuntime | null>(null);
  const latest = useRef(signIn);
  useEffect(() => {
    latest.current = signIn;
  });

  useEffect(() => {
    const bases = { apiBase: withoutSlash(apiBase), scanBase: withoutSlash(scanBase) };
    const made = createEmbeddedRuntime(bases, latest.current.token);
    const stop = onTokenChange(() => {
      // The portal may have removed the token itself.
      if (getToken() === null && latest.current.token !== '') latest.current.onTokenExpired?.();
    });
    setRuntime(made);
    return () => {
      stop();
      made.dispose();
      setRuntime(null);
    };
  }, [apiBase, scanBase]);

  useEffect(() => {
    if (runtime !== null) renew(runtime, token);
  }, [runtime, token]);
  return runtime;
}

/** Uses another token, and loads whose it is (use-person.ts). */
function renew({ queryClient }: EmbeddedRuntime, token: string): void {
  const given = token === '' ? null : token;
  const former = getToken();
  if (given === former) return;
  // The former person's data is stale before the new token is set.
  const { queryKey } = sessionQuery;
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  setToken(given);
  if (given === null) return;
  // The session of the former token can end long before the window.
  continueOfficeWindows(former);
  // Queries that failed without a token are loaded again; the session is loaded in any case.
  void queryClient.invalidateQueries(former === null ? {} : { queryKey });
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');
