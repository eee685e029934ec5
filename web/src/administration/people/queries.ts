import { contract, type PersonRole, type PersonSortField, type PersonState } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../../api/index.ts';
import { pageQueryOf, type ListPage } from '../../shared/list/index.ts';

export interface PeopleFilter {
  /** part of a name or an address; '' for any */
  text: string;
  role: PersonRole | 'Administrator' | null;
  state: PersonState | null;
}

export type PeopleListParams = PeopleFilter & ListPage<PersonSortField>;

/** A page of the people of the vault (C80). */
export const peopleQuery = (params: PeopleListParams) => {
  const { text, role, state } = params;
  const query = {
    ...(text !== '' && { search: text }),
    ...(role !== null && { role }),
    ...(state !== null && { state }),
    ...pageQueryOf(params),
  };
  return queryOptions({
    queryKey: [...keys.people(), 'list', query],
    queryFn: ({ signal }) => call(contract.people.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { silent: true },
  });
};

/** A person with all records (C81); loaded again whenever a form opens. */
export const personQuery = (personId: string) =>
  queryOptions({
    queryKey: [...keys.people(), 'person', personId],
    queryFn: ({ signal }) => call(contract.people.get, { params: { personId } }, { signal }),
    gcTime: 0,
    staleTime: 0,
    meta: { silent: true },
  });

/** The links and the personal vault of a person, and what a colleague could not pass on (C87). */
export const belongingsQuery = (personId: string, to: string | null) =>
  queryOptions({
    queryKey: [...keys.people(), 'belongings', personId, to],
    queryFn: ({ signal }) => {
      const query = to === null ? {} : { to };
      return call(contract.people.belongings, { params: { personId }, query }, { signal });
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { silent: true },
  });

const CHOICES = 50;

/** Records to choose from, by part of the name (C89). */
export const recordChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.people(), 'records', search],
    queryFn: ({ signal }) => call(contract.people.records, { query: { search, size: CHOICES } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

/** Active people to choose from, by part of name or address (C80). */
export const colleagueChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.people(), 'colleagues', search],
    queryFn: ({ signal }) =>
      call(contract.people.list, { query: { search, state: 'Active', size: CHOICES } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
