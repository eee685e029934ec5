import { valueOf, type Option } from '../kit/index.ts';
import type { VaultSearch, VaultSearchPatch } from '../shared/index.ts';
import type { FilterFormat } from '../shared/list/index.ts';
import { searchFilterTexts } from './texts.ts';

/** The folders of a search (SEARCH-02). */
export type FolderScope = 'this' | 'all';
/** Where the words are searched (SEARCH-04); the values are those of the call (D-19). */
export type WordScope = 'NAME' | 'CONTENT' | 'ALL';
/** The kinds of items that are found (SEARCH-07); the values are those of the call. */
export type ItemsScope = 'FILE,FOLDER' | 'FILE' | 'FOLDER';
/** The time of change (SEARCH-09, SEARCH-10): no limit, a range back from now ('N unit'), or a custom range. */
export type TimeScope = 'Any' | (typeof RANGES)[number] | 'Custom';

const RANGES = ['24 hours', '1 week', '1 month', '3 months', '6 months', '12 months'] as const;

/** The filter of a search (DATA-14). */
export interface SearchFilter {
  searchName: string;
  folderScope: FolderScope;
  itemsScope: ItemsScope;
  wordScope: WordScope;
  timeScope: TimeScope;
  /** calendar days, YYYY-MM-DD; only for a custom range */
  dateFrom: string | null;
  dateTo: string | null;
}

/** The default values of a search, which the address omits (SEARCH-03, SEARCH-06, SEARCH-08, SEARCH-11). */
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

const optionsOf = <Value extends string>(
  texts: Readonly<Record<Value, string>>,
  values: readonly Value[],
): Option<Value>[] => values.map((value) => ({ value, label: texts[value] }));

const { folders, words, items, times } = searchFilterTexts;

export const FOLDER_SCOPES: readonly Option<FolderScope>[] = optionsOf(folders, ['all', 'this']);
export const WORD_SCOPES: readonly Option<WordScope>[] = optionsOf(words, ['NAME', 'CONTENT', 'ALL']);
export const ITEMS_SCOPES: readonly Option<ItemsScope>[] = optionsOf(items, [
  'FILE,FOLDER',
  'FILE',
  'FOLDER',
]);
/** The options of the time of change (SEARCH-09). */
export const TIME_SCOPES: readonly Option<TimeScope>[] = optionsOf(times, ['Any', ...RANGES, 'Custom']);

/** Reads the filter from the address; null when the address names no search. Invalid values become their defaults. */
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

/** Returns the parameters that a search sets in the address; default values are omitted. */
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

/** SEARCH-19: returns whether a search can start: a custom range needs both days. */
export const isComplete = ({ timeScope, dateFrom, dateTo }: SearchFilter): boolean =>
  timeScope !== 'Custom' || (dateFrom !== null && dateTo !== null);
