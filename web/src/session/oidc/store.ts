import type { OidcSignIn } from '@vault/contract';
import type { AuthorizationServer } from 'oauth4webapi';
import { windowStorage } from '../../kit/storage/browser-storage.ts';

/**
 * This file stores the data of a sign-in at the issuer in this window, without the access token. It is removed when the
 * window closes (AUTH-03), and is not requested from the issuer again while the user is signed in.
 */

/** A started sign-in whose callback has not arrived yet. */
export interface SignInFlow {
  oidc: OidcSignIn;
  server: AuthorizationServer;
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** path and query to open afterwards */
  from: string | undefined;
}

/** A session at the issuer. */
export interface IssuerSession {
  oidc: OidcSignIn;
  server: AuthorizationServer;
  idToken: string | undefined;
  /** requests the next access token; undefined when the issuer has sent none */
  refreshToken: string | undefined;
  /** expiry of the access token in epoch milliseconds; undefined when the issuer has not sent it */
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

/** Returns whether this window has started the sign-in with this `state`. */
export const hasFlow = (state: string): boolean => read<SignInFlow>(FLOW_KEY)?.state === state;

/** Returns and removes the started sign-in, so that a second callback finds none. */
export function takeFlow(): SignInFlow | null {
  const flow = read<SignInFlow>(FLOW_KEY);
  windowStorage.removeItem(FLOW_KEY);
  return flow;
}

export const keepIssuerSession = (session: IssuerSession) =>
  windowStorage.setItem(SESSION_KEY, JSON.stringify(session));

export const issuerSession = (): IssuerSession | null => read<IssuerSession>(SESSION_KEY);

export const forgetIssuerSession = () => windowStorage.removeItem(SESSION_KEY);
