import type { QueryClient } from '@tanstack/react-query';
import { setToken } from '../../api/index.ts';
import { sessionQuery } from '../queries.ts';
import { returnPath } from '../return-path.ts';
import { finishSignIn } from './flow.ts';
import { handToPage } from './popup.ts';
import { hasFlow, keepIssuerSession } from './store.ts';

/** React shows a page twice while it is developed, but a code is worth something once. */
let arrival: { address: string; outcome: Promise<string | null> } | null = null;

/**
 * Arrives from the issuer: the person is signed in, and the vault knows them.
 * @param address with what the issuer told
 * @returns the place to go to (AUTH-03); null when another window of the vault has taken the sign-in over (USE-03)
 * @throws what `signInTrouble` has words for
 */
export function arriveFromIssuer(queryClient: QueryClient, address: string): Promise<string | null> {
  if (arrival?.address !== address) arrival = { address, outcome: arrive(queryClient, address) };
  return arrival.outcome;
}

async function arrive(queryClient: QueryClient, address: string): Promise<string | null> {
  const state = new URL(address).searchParams.get('state') ?? '';
  if (!hasFlow(state) && (await handToPage(address))) return null;
  const { accessToken, session, from } = await finishSignIn(new URL(address));
  // Nothing that a former session saw may show in this one.
  queryClient.clear();
  keepIssuerSession(session);
  setToken(accessToken);
  // Whether the vault takes the token is told here, where there are words for it.
  await queryClient.query({ ...sessionQuery, meta: { silent: true } });
  return returnPath(from);
}
