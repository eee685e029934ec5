import { contract, type Login, Messages, type SessionState, type SignInReply } from '@vault/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call, keys, sessionGate, setToken } from '../api/index.ts';
import { signOutAtIssuer } from './oidc/sign-out.ts';
import { forgetIssuerSession, issuerSession } from './oidc/store.ts';
import { sessionQuery } from './queries.ts';
import { resumeSession } from './resume.ts';
import { signInTexts } from './texts.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Validates the form: no field may be blank. @returns the message; null when the form is valid */
export function credentialsProblem({ email, password }: Credentials): string | null {
  if (email.trim() === '' && password === '') return signInTexts.credentialsRequired;
  if (email.trim() === '') return signInTexts.emailRequired;
  return password === '' ? signInTexts.passwordRequired : null;
}

/**
 * Sends the password (C01).
 * @returns a session, or what the second step needs (GUARD-33)
 * @throws ApiError with the text for the form: wrong credentials (P2), too many attempts (P13)
 */
export function sendPassword({ email, password }: Credentials): Promise<SignInReply> {
  return call(contract.session.signIn, { body: { email: email.trim(), password } });
}

/** Stores a new session; the router navigates when the token changes. */
export function startSession(queryClient: QueryClient, { accessToken, ...session }: Login): void {
  // Removes all cached data of the previous session.
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, session);
  forgetIssuerSession();
  setToken(accessToken);
}

/**
 * Continues a page whose session has ended with a new one (USE-03).
 * @returns false when another person has signed in, for whom this page must not continue
 */
export function continueSession(queryClient: QueryClient, { accessToken, ...session }: Login): boolean {
  forgetIssuerSession();
  setToken(accessToken);
  return resumeAs(queryClient, session);
}

/**
 * Signs in again with a token of the issuer (USE-03). @returns as `continueSession`
 * @throws ApiError when the vault does not accept the token
 */
export async function signInAgainWith(queryClient: QueryClient, accessToken: string): Promise<boolean> {
  setToken(accessToken);
  return resumeAs(queryClient, await call(contract.session.me, {}, { whenEnded: 'fail' }));
}

/** Continues the page after another sign-in if it is the same person. */
function resumeAs(queryClient: QueryClient, session: SessionState): boolean {
  const idOf = ({ userInfo }: SessionState) => userInfo.profile.sfid;
  const former = queryClient.getQueryData(sessionQuery.queryKey);
  if (former === undefined || idOf(former) !== idOf(session)) return false;
  queryClient.setQueryData(sessionQuery.queryKey, session);
  resumeSession();
  // The accessible records may have changed.
  void queryClient.invalidateQueries({ queryKey: keys.records() });
  return true;
}

/** Ends the session in this page. Ends it on the server (C60) and at the issuer too, if they are reachable. */
export async function signOut(): Promise<void> {
  await call(contract.session.signOut, {}, { whenEnded: 'fail' }).catch(() => null);
  const session = issuerSession();
  if (session !== null) await signOutAtIssuer(session);
  setToken(null);
  sessionGate.abandon();
}

/** Returns the message that the form shows after a failed sign-in. */
export function signInProblem(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : Messages.requestFailed;
}
