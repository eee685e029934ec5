import { valueOf, type Option } from '../kit/index.ts';
import type { VaultSearch, VaultSearchPatch } from '../shared/index.ts';
import type { FilterFormat } from '../shared/list/index.ts';

/** SEARCH-02 */
export type FolderScope = 'this' | 'all';
/** SEARCH-04, by the values of the call (D-19) */
export type WordScope = 'NAME' | 'CONTENT' | 'ALL';
/** SEARCH-07, by the values of the call */
export type ItemsScope = 'FILE,FOLDER' | 'FILE' | 'FOLDER';
/** SEARCH-09, SEARCH-10: 'N unit' ranges back from now, and two values without a unit */
export type TimeScope = 'Any' | (typeof RANGES)[number] | 'Custom';

const RANGES = ['24 hours', '1 week', '1 month', '3 months', '6 months', '12 months'] as const;

/** The filter of a search (DATA-14). */
export interface SearchFilter {
  searchName: string;
  folderScope: FolderScope;
  itemsScope: ItemsScope;
  wordScope: WordScope;
  timeScope: TimeScope;
  /** calendar days, YYYY-MM-DD; only with Custom */
  dateFrom: string | null;
  dateTo: string | null;
}

/** SEARCH-03, SEARCH-06, SEARCH-08, SEARCH-11: the values that an address leaves out */
export const DEFAULT_FILTER: SearchFilter = {
  searchName: '',
  folderScope: 'this',
  itemsScope: 'FILE,FOLDER',
  wordScope: 'NAME',
  timeScope: 'Any',
  dateFrom: null,
  dateTo: null,
};

/** USE-41: a search starts with names and contents when the setting offers the mode (SEARCH-05). */
export const defaultFilter = (isModeOffered: boolean): SearchFilter => ({
  ...DEFAULT_FILTER,
  wordScope: isModeOffered ? 'ALL' : DEFAULT_FILTER.wordScope,
});

/** The location of a search, as text in the box (SEARCH-01, USE-41). */
export const SCOPE_TEXTS: Record<FolderScope, string> = { this: 'in this folder', all: 'in all folders' };

export const FOLDER_SCOPES: readonly Option<FolderScope>[] = [
  { value: 'all', label: 'All folders' },
  { value: 'this', label: 'This folder' },
];
export const WORD_SCOPES: readonly Option<WordScope>[] = [
  { value: 'NAME', label: 'Name search' },
  { value: 'CONTENT', label: 'Content search' },
  { value: 'ALL', label: 'All search' },
];
export const ITEMS_SCOPES: readonly Option<ItemsScope>[] = [
  { value: 'FILE,FOLDER', label: 'All items' },
  { value: 'FILE', label: 'Files' },
  { value: 'FOLDER', label: 'Folders' },
];
/** SEARCH-09 */
export const TIME_SCOPES: readonly Option<TimeScope>[] = [
  { value: 'Any', label: 'Any time' },
  { value: '24 hours', label: 'Last 24 hours' },
  { value: '1 week', label: 'Last week' },
  { value: '1 month', label: 'Last month' },
  { value: '3 months', label: 'Last 3 months' },
  { value: '6 months', label: 'Last 6 months' },
  { value: '12 months', label: 'Last 12 months' },
  { value: 'Custom', label: 'Custom date range' },
];

/** Reads the filter from the address; null outside of the search mode. Invalid values become their defaults. */
export function filterOf(search: VaultSearch): SearchFilter | null {
  if (search.find === undefined) return null;
  const [dateFrom = null, dateTo = null] = search.dates?.split('..') ?? [];
  const timeScope = valueOf(TIME_SCOPES, search.time, 'Any');
  const isWhole = dateFrom !== null && dateTo !== null;
  return {
    searchName: search.find,
    folderScope: valueOf(FOLDER_SCOPES, search.scope, DEFAULT_FILTER.folderScope),
    itemsScope: valueOf(ITEMS_SCOPES, search.items, DEFAULT_FILTER.itemsScope),
    wordScope: valueOf(WORD_SCOPES, search.words, DEFAULT_FILTER.wordScope),
    timeScope: timeScope === 'Custom' && !isWhole ? 'Any' : timeScope,
    ...(timeScope === 'Custom' && isWhole ? { dateFrom, dateTo } : { dateFrom: null, dateTo: null }),
  };
}

/** Returns a search as a change of the address; defaults are left out. */
function searchPatch(filter: SearchFilter): VaultSearchPatch {
  const unlessDefault = <Name extends keyof SearchFilter>(name: Name) =>
    filter[name] === DEFAULT_FILTER[name] ? undefined : (filter[name] as string);
  return {
    find: filter.searchName.trim(),
    scope: unlessDefault('folderScope'),
    items: unlessDefault('itemsScope'),
    words: unlessDefault('wordScope'),
    time: unlessDefault('timeScope'),
    dates: filter.timeScope === 'Custom' ? `${filter.dateFrom ?? ''}..${filter.dateTo ?? ''}` : undefined,
  };
}

export const FILTER_FORMAT: FilterFormat<SearchFilter, null> = { parse: filterOf, write: searchPatch };

/** SEARCH-19: a custom range needs both of its days. */
export const isComplete = ({ timeScope, dateFrom, dateTo }: SearchFilter): boolean =>
  timeScope !== 'Custom' || (dateFrom !== null && dateTo !== null);
