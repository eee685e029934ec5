import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contract } from '@vault/contract';
import { call, keys } from '../../api/index.ts';
import type { VaultSearch } from '../../shared/index.ts';
import { listPageOf, type ListPage, pageQueryOf } from '../../shared/list/index.ts';

export const holdParamsOf = (address: VaultSearch): ListPage<never> => listPageOf(address, []);

/** A page of the holds in force (C129). */
export const holdsQuery = (params: ListPage<never>) => {
  const query = pageQueryOf(params);
  return queryOptions({
    queryKey: [...keys.holds(), 'list', query],
    queryFn: ({ signal }) => call(contract.holds.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { silent: true },
  });
};
