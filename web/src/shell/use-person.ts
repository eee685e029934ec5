import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, getToken, onTokenChange } from '../api/index.ts';
import { resumeSession, sessionQuery } from '../session/index.ts';
import type { EmbeddedRuntime } from './embedded-runtime.ts';

interface KnownPerson {
  isSignedIn: boolean;
  /** what is on the screen must not be seen: nobody is signed in, or it is not known whose token it is */
  isCovered: boolean;
  /** Asks again who is signed in; null when that did not fail. */
  retry: (() => void) | null;
  /** why it failed */
  error: unknown;
}

/**
 * Who is in front of a vault in a portal's page. A new token hides nothing while it is asked whose it is, so that who
 * goes on with a new one is not disturbed; but what is hidden, or cannot be asked, is hidden until that is known.
 * @param onAnother after another person has taken the former one's place
 */
export function usePerson({ queryClient, hideLayers }: EmbeddedRuntime, onAnother: () => void): KnownPerson {
  const isSignedIn = useSyncExternalStore(onTokenChange, () => getToken() !== null);
  const { data, error, isStale, isRefetchError } = useQuery(sessionQuery, queryClient);
  const isKnown = data === undefined || !isStale;
  const [wasCovered, setWasCovered] = useState(!isSignedIn);
  const isCovered = !isSignedIn || isRefetchError || (wasCovered && !isKnown);
  if (isCovered !== wasCovered) setWasCovered(isCovered);

  const id = data?.userInfo.profile.sfid;
  const latest = useRef({ id, onAnother });
  useLayoutEffect(() => {
    const { id: before } = latest.current;
    latest.current = { id: id ?? before, onAnother };
    if (before !== undefined && id !== undefined && id !== before) onAnother();
    // Calls that met the end of the session continue for the same person alone (USE-03).
    else if (!isCovered && getToken() !== null) resumeSession();
  });
  useLayoutEffect(() => hideLayers(isCovered), [hideLayers, isCovered]);

  // A refused token is another one's matter.
  const hasFailed = isSignedIn && isRefetchError && !(error instanceof ApiError && error.code === 401);
  const [retry] = useState(() => () => void queryClient.invalidateQueries());
  useEffect(() => {
    if (!hasFailed) return undefined;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [hasFailed, retry]);
  return { isSignedIn, isCovered, retry: hasFailed ? retry : null, error };
}
