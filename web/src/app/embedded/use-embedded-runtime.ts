import { useEffect, useRef, useState } from 'react';
import type { VaultProps } from '../../../embed/vault.d.ts';
import { getToken, onTokenChange } from '../../api/index.ts';
import { createEmbeddedRuntime, type EmbeddedRuntime } from './embedded-runtime.ts';
import { replaceToken } from './replace-token.ts';

type SignIn = Pick<VaultProps, 'token' | 'onTokenExpired' | 'apiBase' | 'scanBase'>;

/**
 * Creates the runtime of an embedded vault and keeps its token equal to the portal's: it uses each new token, and
 * reports a refused token through `onTokenExpired`.
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
    if (runtime !== null) replaceToken(runtime, token);
  }, [runtime, token]);
  return runtime;
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');
