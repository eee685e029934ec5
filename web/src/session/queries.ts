import { contract } from '@vault/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';

/** Who is signed in and what they may do (C02); asked once, as both live as long as the token. */
export const sessionQuery = queryOptions({
  queryKey: keys.session(),
  queryFn: ({ signal }) => call(contract.session.me, {}, { signal, whenEnded: 'fail' }),
  staleTime: Infinity,
});

/** The records that the person may open, the own one first (C55). */
export const recordsQuery = queryOptions({
  queryKey: keys.records(),
  queryFn: ({ signal }) => call(contract.session.records, {}, { signal }),
  staleTime: Infinity,
});

/** Asks anew who is signed in, what they may do and which records they may open. */
export async function refreshSession(queryClient: QueryClient): Promise<void> {
  const asked = [sessionQuery, recordsQuery].map(({ queryKey }) =>
    queryClient.invalidateQueries({ queryKey }),
  );
  await Promise.all(asked);
}

/** The accounts that a demo server offers on its sign-in page (C61); none elsewhere. */
export const demoAccountsQuery = queryOptions({
  queryKey: keys.demoAccounts(),
  queryFn: ({ signal }) => call(contract.session.demoAccounts, {}, { signal }),
  staleTime: Infinity,
  // Without the list the form still works: nothing to tell anybody about.
  retry: false,
  networkMode: 'always',
  meta: { silent: true },
});

/** How people can sign in here (C66). */
export const signInMethodsQuery = queryOptions({
  queryKey: keys.signInMethods(),
  queryFn: ({ signal }) => call(contract.session.methods, {}, { signal }),
  staleTime: Infinity,
  // Without an answer the form is shown, also in an outage: trying to sign in tells what is wrong.
  retry: false,
  networkMode: 'always',
  meta: { silent: true },
});
