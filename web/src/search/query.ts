import type { CallInput, contract } from '@vault/contract';
import dayjs, { type Dayjs, type ManipulateType } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import type { SearchFilter } from './filter.ts';

dayjs.extend(utc);

/** Formats a time in UTC for the call (SEARCH-21). */
const inUtc = (time: Dayjs): string => time.utc().format('YYYY-MM-DD HH:mm:ss');

type SearchQuery = Pick<
  NonNullable<CallInput<typeof contract.files.list>['query']>,
  'name' | 'searchCriteria' | 'allFolder' | 'items' | 'startTime' | 'endTime'
>;

/**
 * SEARCH-23: returns a search in the form of the list call.
 * @param now the time at which ranges end
 */
export function searchQueryOf(filter: SearchFilter, now: Dayjs = dayjs()): SearchQuery {
  return {
    name: filter.searchName,
    searchCriteria: filter.wordScope,
    allFolder: filter.folderScope === 'all' ? 'true' : 'false',
    items: filter.itemsScope,
    ...timesOf(filter, now),
  };
}

/**
 * SEARCH-11, SEARCH-22: returns the times of a search. A range ends now; a custom range covers whole days in the
 * person's time zone.
 */
function timesOf({ timeScope, dateFrom, dateTo }: SearchFilter, now: Dayjs) {
  if (timeScope === 'Any') return {};
  if (timeScope === 'Custom') {
    return {
      startTime: inUtc(dayjs(dateFrom).startOf('day')),
      endTime: inUtc(dayjs(dateTo).endOf('day')),
    };
  }
  const [count, unit] = timeScope.split(' ');
  return { startTime: inUtc(now.subtract(Number(count), unit as ManipulateType)), endTime: inUtc(now) };
}
