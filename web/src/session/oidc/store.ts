import type { OidcSignIn } from '@vault/contract';
import type { AuthorizationServer } from 'oauth4webapi';
import { windowStorage } from '../../kit/storage/browser-storage.ts';

/**
 * What a sign-in at the issuer needs in this window, beside the access token: all of it is gone with the window
 * (AUTH-03). Nothing here is asked of the issuer again while the person is signed in.
 */

/** A sign-in that has left for the issuer and is not back yet. */
export interface SignInFlow {
  oidc: OidcSignIn;
  server: AuthorizationServer;
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** path and query of the place to go to afterwards */
  from: string | undefined;
}

/** Somebody whom the issuer has signed in. */
export interface IssuerSession {
  oidc: OidcSignIn;
  server: AuthorizationServer;
  idToken: string | undefined;
  /** brings the next access token, where the issuer gives one */
  refreshToken: string | undefined;
  /** epoch milliseconds of the access token's end; undefined: the issuer did not say */
  expiresAt: number | undefined;
}

const FLOW_KEY = 'vault.sign-in';
const SESSION_KEY = 'vault.issuer';

function read<T>(key: string): T | null {
  try {
    return JSON.parse(windowStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export const keepFlow = (flow: SignInFlow) => windowStorage.setItem(FLOW_KEY, JSON.stringify(flow));

/** Whether this window has begun the sign-in with this `state`. */
export const hasFlow = (state: string): boolean => read<SignInFlow>(FLOW_KEY)?.state === state;

/** The sign-in that is on its way, once: what comes back a second time belongs to none. */
export function takeFlow(): SignInFlow | null {
  const flow = read<SignInFlow>(FLOW_KEY);
  windowStorage.removeItem(FLOW_KEY);
  return flow;
}

export const keepIssuerSession = (session: IssuerSession) =>
  windowStorage.setItem(SESSION_KEY, JSON.stringify(session));

export const issuerSession = (): IssuerSession | null => read<IssuerSession>(SESSION_KEY);

export const forgetIssuerSession = () => windowStorage.removeItem(SESSION_KEY);
