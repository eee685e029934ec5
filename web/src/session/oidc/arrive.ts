import type { QueryClient } from '@tanstack/react-query';
import { setToken } from '../../api/index.ts';
import { sessionQuery } from '../queries.ts';
import { returnPath } from '../return-path.ts';
import { finishSignIn } from './flow.ts';
import { handToPage } from './popup.ts';
import { hasFlow, keepIssuerSession } from './store.ts';

/**
 * The running exchange of a code. It is shared, because React runs effects twice in development, but a code can be used
 * only one time.
 */
let arrival: { address: string; outcome: Promise<string | null> } | null = null;

/**
 * Completes a sign-in at the issuer, and checks that the vault accepts the token.
 * @param address the callback address with the parameters of the issuer
 * @returns the path to open (AUTH-03); null when another window of the vault has completed the sign-in (USE-03)
 * @throws errors for `issuerProblem`
 */
export function arriveFromIssuer(queryClient: QueryClient, address: string): Promise<string | null> {
  if (arrival?.address !== address) arrival = { address, outcome: arrive(queryClient, address) };
  return arrival.outcome;
}

async function arrive(queryClient: QueryClient, address: string): Promise<string | null> {
  const state = new URL(address).searchParams.get('state') ?? '';
  if (!hasFlow(state) && (await handToPage(address))) return null;
  const { accessToken, session, from } = await finishSignIn(new URL(address));
  // Removes all cached data of the previous session.
  queryClient.clear();
  keepIssuerSession(session);
  setToken(accessToken);
  // Checks the token here, because this page has a message for a refusal.
  await queryClient.query({ ...sessionQuery, meta: { silent: true } });
  return returnPath(from);
}
