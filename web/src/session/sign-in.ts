import { contract, Messages } from '@vault/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call, setToken } from '../api/index.ts';
import { signOutAtIssuer } from './oidc/sign-out.ts';
import { forgetIssuerSession, issuerSession } from './oidc/store.ts';
import { sessionQuery } from './queries.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** What keeps the form from being sent; null when it may be (a blank field is never a valid one). */
export function credentialsProblem({ email, password }: Credentials): string | null {
  if (email.trim() === '' && password === '') return 'Please enter your e-mail and password.';
  if (email.trim() === '') return 'Please enter your e-mail.';
  return password === '' ? 'Please enter your password.' : null;
}

/**
 * Signs in (C01) and keeps the token; the router leads on by itself when the token changes.
 * @throws ApiError with the text for the form: wrong credentials (P2), too many attempts (P13)
 */
export async function signIn(queryClient: QueryClient, { email, password }: Credentials): Promise<void> {
  const { accessToken, ...session } = await call(contract.session.signIn, {
    body: { email: email.trim(), password },
  });
  // Nothing that a former session saw may show in this one.
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, session);
  forgetIssuerSession();
  setToken(accessToken);
}

/** Ends the session here in any case, and on the server (C60) and at the issuer when they can be reached. */
export async function signOut(): Promise<void> {
  await call(contract.session.signOut, {}).catch(() => null);
  const session = issuerSession();
  if (session !== null) await signOutAtIssuer(session);
  setToken(null);
}

/** The text to show at the form for a failed sign-in. */
export function signInProblem(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : Messages.requestFailed;
}
