import { contract } from '@vault/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';

/** The signed-in user and the permissions (C02); loaded one time, because both are valid as long as the token. */
export const sessionQuery = queryOptions({
  queryKey: keys.session(),
  queryFn: ({ signal }) => call(contract.session.me, {}, { signal, whenEnded: 'fail' }),
  staleTime: Infinity,
});

/** The records that the user can open, the own record first (C55). */
export const recordsQuery = queryOptions({
  queryKey: keys.records(),
  queryFn: ({ signal }) => call(contract.session.records, {}, { signal }),
  staleTime: Infinity,
});

/** Reloads the signed-in user, the permissions and the records. */
export async function refreshSession(queryClient: QueryClient): Promise<void> {
  const asked = [sessionQuery, recordsQuery].map(({ queryKey }) =>
    queryClient.invalidateQueries({ queryKey }),
  );
  await Promise.all(asked);
}

/** The accounts on the sign-in page of a demo server (C61); none on other servers. */
export const demoAccountsQuery = queryOptions({
  queryKey: keys.demoAccounts(),
  queryFn: ({ signal }) => call(contract.session.demoAccounts, {}, { signal }),
  staleTime: Infinity,
  // The form works without the list, so a failure shows no message.
  retry: false,
  networkMode: 'always',
  meta: { silent: true },
});

/** The available ways to sign in (C66). */
export const signInMethodsQuery = queryOptions({
  queryKey: keys.signInMethods(),
  queryFn: ({ signal }) => call(contract.session.methods, {}, { signal }),
  staleTime: Infinity,
  // After a failure the form is shown, also in an outage; a sign-in attempt then shows the problem.
  retry: false,
  networkMode: 'always',
  meta: { silent: true },
});

/** What a one-time address is for (C111). */
export const oneTimeAddressQuery = (token: string) =>
  queryOptions({
    queryKey: keys.oneTimeAddress(token),
    queryFn: ({ signal }) => call(contract.oneTime.readAddress, { body: { token } }, { signal }),
    staleTime: Infinity,
    // Its page shows the failure, with a button that tries again.
    retry: false,
    networkMode: 'always',
    meta: { silent: true },
  });
