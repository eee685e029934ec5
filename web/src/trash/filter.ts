import type { CallInput, contract } from '@vault/contract';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { valueOf, type Option } from '../kit/index.ts';
import type { VaultSearch, VaultSearchPatch } from '../shared/index.ts';
import type { FilterFormat } from '../shared/list/index.ts';
import { trashFilterTexts } from './texts.ts';

dayjs.extend(utc);

type TrashQuery = NonNullable<CallInput<typeof contract.trash.list>['query']>;

/** The types of items (TRASH-02); the values are those of the call. */
type ItemTypes = NonNullable<TrashQuery['types']>;
/** The options of the date of deletion (TRASH-06); the values are those of the address. */
export type DatePreset = 'any' | 'today' | 'yesterday' | '7days' | '30days' | 'custom';

/** The filter of the trash. */
export interface TrashFilter {
  types: ItemTypes;
  /** id of a user; null for anyone */
  deletedBy: string | null;
  name: string;
  date: DatePreset;
  /** calendar days, YYYY-MM-DD; only for a custom range */
  from: string | null;
  to: string | null;
}

/** The default filter (TRASH-03, LIMIT-30). */
export const DEFAULT_FILTER: TrashFilter = {
  types: 'FILE,FOLDER',
  deletedBy: null,
  name: '',
  date: 'any',
  from: null,
  to: null,
};

const { types: typeTexts, dates: dateTexts } = trashFilterTexts;

/** The options of the type, in order (TRASH-02). */
export const TYPE_OPTIONS: readonly Option<ItemTypes>[] = [
  { value: 'FILE,FOLDER', label: typeTexts.all },
  { value: 'FILE', label: typeTexts.files },
  { value: 'FOLDER', label: typeTexts.folders },
];
/** The options of the date of deletion, in order (TRASH-06, LIMIT-31). */
export const DATE_OPTIONS: readonly Option<DatePreset>[] = [
  { value: 'any', label: dateTexts.any },
  { value: 'today', label: dateTexts.today },
  { value: 'yesterday', label: dateTexts.yesterday },
  { value: '7days', label: dateTexts.sevenDays },
  { value: '30days', label: dateTexts.thirtyDays },
  { value: 'custom', label: dateTexts.custom },
];

/** Reads the filter from the address; invalid values become their defaults. */
function filterOf({ types, by, name, deleted, days }: VaultSearch): TrashFilter {
  const [from = null, to = null] = days?.split('..') ?? [];
  const date = valueOf(DATE_OPTIONS, deleted, DEFAULT_FILTER.date);
  const isCustom = date === 'custom' && from !== null && to !== null;
  return {
    types: valueOf(TYPE_OPTIONS, types, DEFAULT_FILTER.types),
    deletedBy: by ?? null,
    name: name ?? '',
    date: date === 'custom' && !isCustom ? DEFAULT_FILTER.date : date,
    from: isCustom ? from : null,
    to: isCustom ? to : null,
  };
}

/** Returns the parameters that a filter sets in the address; default values are omitted. */
function filterPatch(filter: TrashFilter): VaultSearchPatch {
  const unlessDefault = <Name extends 'types' | 'date'>(name: Name) =>
    filter[name] === DEFAULT_FILTER[name] ? undefined : filter[name];
  const name = filter.name.trim();
  return {
    types: unlessDefault('types'),
    by: filter.deletedBy ?? undefined,
    name: name === '' ? undefined : name,
    deleted: unlessDefault('date'),
    days: filter.date === 'custom' ? `${filter.from ?? ''}..${filter.to ?? ''}` : undefined,
  };
}

export const FILTER_FORMAT: FilterFormat<TrashFilter> = { parse: filterOf, write: filterPatch };

/** Returns whether a filter can be applied: a custom range needs both days. */
export const isComplete = ({ date, from, to }: TrashFilter): boolean =>
  date !== 'custom' || (from !== null && to !== null);

/** The first and the last day of each preset, in days before today. */
const SPANS = {
  today: [0, 0],
  yesterday: [1, 1],
  '7days': [6, 0],
  '30days': [29, 0],
} as const;

/**
 * TRASH-07: returns a filter in the form of the call: the whole calendar days of the person, converted to UTC. A range
 * that includes today ends at the end of today, so that differences between clocks do not matter.
 * @param now the current time
 */
export function trashQueryOf({ date, from, to, ...filter }: TrashFilter, now: Dayjs = dayjs()): TrashQuery {
  return {
    types: filter.types,
    ...(filter.deletedBy !== null && { deletedBy: filter.deletedBy }),
    ...(filter.name !== '' && { itemNameLike: filter.name }),
    ...daysOf({ date, from, to }, now),
  };
}

function daysOf({ date, from, to }: Pick<TrashFilter, 'date' | 'from' | 'to'>, now: Dayjs) {
  if (date === 'any') return {};
  if (date === 'custom') return wholeDays(dayjs(from), dayjs(to));
  const [first, last] = SPANS[date];
  return wholeDays(now.subtract(first, 'day'), now.subtract(last, 'day'));
}

const wholeDays = (first: Dayjs, last: Dayjs) => ({
  from: inUtc(first.startOf('day')),
  to: inUtc(last.endOf('day')),
});

const inUtc = (time: Dayjs): string => time.utc().format('YYYY-MM-DD HH:mm:ss');
