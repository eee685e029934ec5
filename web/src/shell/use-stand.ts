import { useEffect, useRef, useState } from 'react';
import type { VaultProps } from '../../embed/vault.d.ts';
import { getToken, onTokenChange, setToken } from '../api/index.ts';
import { sessionQuery } from '../session/index.ts';
import { setUpStand, type Stand } from './stand.ts';

type SignIn = Pick<VaultProps, 'token' | 'onTokenExpired' | 'apiBase' | 'scanBase'>;

/**
 * Sets up what the vault stands on while it is in the page, and keeps its token the portal's: a new one takes over,
 * and that one was refused is told.
 * @returns null until it is set up
 */
export function useStand({ apiBase = '', scanBase = apiBase, ...signIn }: SignIn): Stand | null {
  const { token } = signIn;
  const [stand, setStand] = useState<Stand | null>(null);
  const latest = useRef(signIn);
  useEffect(() => {
    latest.current = signIn;
  });

  useEffect(() => {
    const bases = { apiBase: withoutSlash(apiBase), scanBase: withoutSlash(scanBase) };
    const made = setUpStand(bases, latest.current.token);
    const stop = onTokenChange(() => {
      // The portal itself may have taken it back.
      if (getToken() === null && latest.current.token !== '') latest.current.onTokenExpired?.();
    });
    setStand(made);
    return () => {
      stop();
      made.takeDown();
      setStand(null);
    };
  }, [apiBase, scanBase]);

  useEffect(() => {
    if (stand !== null) renew(stand, token);
  }, [stand, token]);
  return stand;
}

/** Takes over another token, and asks whose it is (use-person.ts). */
function renew({ queryClient }: Stand, token: string): void {
  const given = token === '' ? null : token;
  const former = getToken();
  if (given === former) return;
  // Nobody sees the new token and takes the former person for its own.
  const { queryKey } = sessionQuery;
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  setToken(given);
  if (given === null) return;
  // What failed while there was no token is asked again, and who is asking in any case.
  void queryClient.invalidateQueries(former === null ? {} : { queryKey });
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');
