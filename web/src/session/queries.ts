import { contract } from '@vault/contract';
import { infiniteQueryOptions, queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';

/** The signed-in user and the permissions (C02); loaded one time, because both are valid as long as the token. */
export const sessionQuery = queryOptions({
  queryKey: keys.session(),
  queryFn: ({ signal }) => call(contract.session.me, {}, { signal, whenEnded: 'fail' }),
  staleTime: Infinity,
});

export interface RecordName {
  sfid: string;
  name: string;
}

/** Number of records of one reply: a list that can be scrolled in every window (SPEED-02). */
const RECORDS_PAGE = 50;

/**
 * The records that the user can open, the own record first, page by page (C55).
 * @param search part of the name; '' for all records
 */
export const recordsQuery = (search = '') =>
  infiniteQueryOptions({
    queryKey: [...keys.records(), 'pages', search],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(search !== '' && { search }), page: pageParam, size: RECORDS_PAGE };
      return call(contract.session.records, { query }, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < RECORDS_PAGE ? null : pages.length),
    staleTime: Infinity,
  });

/** The server refuses ids of another form. */
const RECORD_ID = /^[0-9A-Za-z]{18}$/;

/** One of the records that the user can open (C55); null when the user cannot open it. */
export const recordQuery = (recordId: string) =>
  queryOptions({
    queryKey: [...keys.records(), 'one', recordId],
    queryFn: async ({ signal }): Promise<RecordName | null> => {
      if (!RECORD_ID.test(recordId)) return null;
      const [record] = await call(contract.session.records, { query: { ids: recordId } }, { signal });
      return record ?? null;
    },
    staleTime: Infinity,
    // A way back to a record that was open shows it at once.
    gcTime: Infinity,
  });

/**
 * Begins to load the signed-in user and the records, so that they arrive while the code of their page is loading. Does
 * nothing when this was begun before: the page loads again what failed.
 */
export function beginSession(queryClient: QueryClient): void {
  const records = recordsQuery();
  if (isNew(queryClient, sessionQuery)) void queryClient.query(sessionQuery).catch(ignore);
  if (isNew(queryClient, records)) void queryClient.infiniteQuery(records).catch(ignore);
}

const isNew = (queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }): boolean =>
  queryClient.getQueryState(queryKey) === undefined;

/** The page that uses a query shows why it failed. */
const ignore = () => undefined;

/** Reloads the signed-in user, the permissions and the records. */
export async function refreshSession(queryClient: QueryClient): Promise<void> {
  const asked = [keys.session(), keys.records()].map((queryKey) =>
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

/** Begins to load what the sign-in page shows, while its code is loading; nothing when this was begun before. */
export function beginSignIn(queryClient: QueryClient): void {
  if (isNew(queryClient, signInMethodsQuery)) void queryClient.query(signInMethodsQuery).catch(ignore);
  if (isNew(queryClient, demoAccountsQuery)) void queryClient.query(demoAccountsQuery).catch(ignore);
}

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
