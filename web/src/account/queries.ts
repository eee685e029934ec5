import { contract } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';

/** The open sessions of the person (C96); loaded again whenever the list is opened. */
export const openSessionsQuery = queryOptions({
  queryKey: keys.openSessions(),
  queryFn: ({ signal }) => call(contract.account.sessions, {}, { signal }),
  gcTime: 0,
  meta: { silent: true },
});

/** The second factors of the person (C99). */
export const secondFactorQuery = queryOptions({
  queryKey: keys.secondFactor(),
  queryFn: ({ signal }) => call(contract.secondFactor.state, {}, { signal }),
  gcTime: 0,
  meta: { silent: true },
});
