import type { CallInput, contract } from '@vault/contract';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { valueOf, type Option } from '../kit/index.ts';
import type { VaultSearch, VaultSearchPatch } from '../shell/index.ts';

dayjs.extend(utc);

type TrashQuery = NonNullable<CallInput<typeof contract.trash.list>['query']>;

/** TRASH-02, by the values of the call */
type ItemTypes = NonNullable<TrashQuery['types']>;
/** TRASH-06, as they stand in the address */
export type DatePreset = 'any' | 'today' | 'yesterday' | '7days' | '30days' | 'custom';

/** What of the trash is listed. */
export interface TrashFilter {
  types: ItemTypes;
  /** a user; null: anyone */
  deletedBy: string | null;
  name: string;
  date: DatePreset;
  /** days of the calendar, YYYY-MM-DD; only with custom */
  from: string | null;
  to: string | null;
}

/** TRASH-03, LIMIT-30 */
export const DEFAULT_FILTER: TrashFilter = {
  types: 'FILE,FOLDER',
  deletedBy: null,
  name: '',
  date: 'any',
  from: null,
  to: null,
};

/** TRASH-02 */
export const TYPE_OPTIONS: readonly Option<ItemTypes>[] = [
  { value: 'FILE,FOLDER', label: 'All' },
  { value: 'FILE', label: 'Files' },
  { value: 'FOLDER', label: 'Folders' },
];
/** TRASH-06, LIMIT-31 */
export const DATE_OPTIONS: readonly Option<DatePreset>[] = [
  { value: 'any', label: 'Any time' },
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7days', label: 'Last 7 days' },
  { value: '30days', label: 'Last 30 days' },
  { value: 'custom', label: 'Custom' },
];

/** What the address says is listed; what makes no sense is its default. */
export function filterOf({ types, by, name, deleted, days }: VaultSearch): TrashFilter {
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

/** A filter as a change of the address, at the first page (TRASH-09); defaults are left out. */
export function filterPatch(filter: TrashFilter): VaultSearchPatch {
  const unlessDefault = <Name extends 'types' | 'date'>(name: Name) =>
    filter[name] === DEFAULT_FILTER[name] ? undefined : filter[name];
  const name = filter.name.trim();
  return {
    types: unlessDefault('types'),
    by: filter.deletedBy ?? undefined,
    name: name === '' ? undefined : name,
    deleted: unlessDefault('date'),
    days: filter.date === 'custom' ? `${filter.from ?? ''}..${filter.to ?? ''}` : undefined,
    page: 1,
  };
}

/** A range of one's own needs both of its days. */
export const isComplete = ({ date, from, to }: TrashFilter): boolean =>
  date !== 'custom' || (from !== null && to !== null);

/** How many days before today a preset begins and ends. */
const SPANS = {
  today: [0, 0],
  yesterday: [1, 1],
  '7days': [6, 0],
  '30days': [29, 0],
} as const;

/**
 * TRASH-07: a filter as the call takes it: whole days of the person's own calendar, in UTC. A span that lasts until now
 * is asked for until the end of today: nothing is deleted later, and clocks differ.
 * @param now today
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
