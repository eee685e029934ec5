import { useEffect, useRef, useState } from 'react';
import type { VaultProps } from '../../embed/vault.d.ts';
import { getToken, onTokenChange, setToken } from '../api/index.ts';
import { sessionQuery } from '../session/index.ts';
import { setUpStand, type Stand } from './stand.ts';

interface SignIn extends Pick<VaultProps, 'token' | 'onTokenExpired' | 'apiBase' | 'scanBase'> {
  /** the new token is of another person than the former one */
  onAnotherPerson: () => void;
}

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
    if (stand === null) return;
    void renew(stand, token).then((isAnother) => isAnother && latest.current.onAnotherPerson());
  }, [stand, token]);
  return stand;
}

/** @returns whether the new token is of another person than the former one */
async function renew({ queryClient }: Stand, token: string): Promise<boolean> {
  const given = token === '' ? null : token;
  const former = getToken();
  if (given === former) return false;
  setToken(given);
  if (given === null) return false;
  const idOfPerson = () => queryClient.getQueryData(sessionQuery.queryKey)?.userInfo.profile.sfid;
  const before = idOfPerson();
  // What failed while there was no token is asked again, and who is asking in any case.
  await (former === null
    ? queryClient.invalidateQueries()
    : queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }));
  return before !== undefined && idOfPerson() !== undefined && idOfPerson() !== before;
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');
