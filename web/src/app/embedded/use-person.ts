import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, getToken, onTokenChange } from '../../api/index.ts';
import { resumeSession, sessionQuery } from '../../session/index.ts';
import type { EmbeddedRuntime } from './embedded-runtime.ts';

interface KnownPerson {
  isSignedIn: boolean;
  /** the screen must not be visible: no person is signed in, or the owner of the token is unknown */
  isCovered: boolean;
  /** loads the session again; null when loading did not fail */
  retry: (() => void) | null;
  /** why loading the session failed */
  error: unknown;
}

/**
 * The person who uses a vault in a portal's page. A visible screen stays visible while a new token is checked, so that
 * the same person is not interrupted. When the check fails, or when the screen is already hidden, it is hidden until
 * the person is known.
 * @param onAnother called after another person has signed in
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
    // Calls that waited for the end of the session continue only for the same person (USE-03).
    else if (!isCovered && getToken() !== null) resumeSession();
  });
  useLayoutEffect(() => hideLayers(isCovered), [hideLayers, isCovered]);

  // A refused token (401) is no failure here: `useEmbeddedRuntime` reports it to the portal.
  const hasFailed = isSignedIn && isRefetchError && !(error instanceof ApiError && error.code === 401);
  const [retry] = useState(() => () => void queryClient.invalidateQueries());
  useEffect(() => {
    if (!hasFailed) return undefined;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [hasFailed, retry]);
  return { isSignedIn, isCovered, retry: hasFailed ? retry : null, error };
}
