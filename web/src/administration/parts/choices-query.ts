import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contract } from '@vault/contract';
import { call, keys } from '../../api/index.ts';

/** Records and people to choose from, by part of a name or an address, or by id (C116). */
export const choicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.activity(), 'choices', search],
    queryFn: ({ signal }) => call(contract.activity.choices, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
