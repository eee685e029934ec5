import { type CallInput, contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { call, keys } from '../../api/index.ts';
import type { ActivityPageParams, ShownFilter } from './activity-filter.ts';

type FilterQuery = NonNullable<CallInput<typeof contract.activity.exportAddress>['query']>;

/** Ids begin with three letters for their kind (D-05); a link is found in the entries of its visitors too. */
const isLinkId = (id: string) => id.startsWith('lnk');

/** Returns the moments from the start of the first day to the end of the last one, in the viewer's time zone. */
function spanOf(days: ShownFilter['days']): Pick<FilterQuery, 'from' | 'to'> {
  if (days === null) return {};
  const end = dayjs(days.to).add(1, 'day');
  return { from: dayjs(days.from).toISOString(), to: end.toISOString() };
}

/** Returns a filter in the form of the calls C115 and C117. */
export function filterQueryOf(filter: ShownFilter): FilterQuery {
  const { record, person, object, action, outcome, days, text } = filter;
  return {
    ...spanOf(days),
    ...(record !== null && { record }),
    ...(person !== null && { person }),
    ...(object !== null && (isLinkId(object) ? { link: object } : { object })),
    ...(action !== null && (action.includes('.') ? { action } : { kind: action })),
    ...(outcome !== null && { outcome }),
    ...(text !== '' && { search: text }),
  };
}

/** A page of the activity (C115). */
export const activityQuery = ({ filter, after, before, size }: ActivityPageParams) => {
  const query = {
    ...filterQueryOf(filter),
    ...(after !== null && { after }),
    ...(before !== null && { before }),
    size,
  };
  return queryOptions({
    queryKey: [...keys.activity(), 'list', query],
    queryFn: ({ signal }) => call(contract.activity.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { silent: true },
  });
};

/** Returns the address of the filtered entries as CSV (C117). */
export const askForCsv = (filter: ShownFilter): Promise<string> =>
  call(contract.activity.exportAddress, { query: filterQueryOf(filter) });

/** Returns the address of whole chains with their seals (C118); of the filter only record and days apply. */
export const askForProof = ({ record, days }: ShownFilter): Promise<string> =>
  call(contract.activity.proofAddress, { query: { ...spanOf(days), ...(record !== null && { record }) } });
