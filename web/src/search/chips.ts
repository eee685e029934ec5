import dayjs from 'dayjs';
import { ITEMS_SCOPES, TIME_SCOPES, WORD_SCOPES, type SearchFilter } from './filter.ts';

/** One limit of a search, as it is shown above the results. */
export interface FilterChip {
  /** what it limits */
  kind: 'folder' | 'words' | 'items' | 'time';
  label: string;
  /** the change of the search that takes it off; null for what limits nothing */
  without: Partial<SearchFilter> | null;
}

interface Shown {
  /** the folder that the search was started in; null while it is not known */
  folder: { name: string; isRoot: boolean } | null;
  isModeOffered: boolean;
}

/** USE-41: where a search looks and what limits it. */
export function chipsOf(filter: SearchFilter, { folder, isModeOffered }: Shown): FilterChip[] {
  const { itemsScope, timeScope, wordScope } = filter;
  return [
    folderChip(filter, folder),
    ...(isModeOffered && wordScope !== 'ALL'
      ? [
          {
            kind: 'words' as const,
            label: labelIn(WORD_SCOPES, wordScope),
            without: { wordScope: 'ALL' as const },
          },
        ]
      : []),
    ...(itemsScope === 'FILE,FOLDER'
      ? []
      : [
          {
            kind: 'items' as const,
            label: labelIn(ITEMS_SCOPES, itemsScope),
            without: { itemsScope: 'FILE,FOLDER' as const },
          },
        ]),
    ...(timeScope === 'Any'
      ? []
      : [
          {
            kind: 'time' as const,
            label: timeLabel(filter),
            without: { timeScope: 'Any' as const, dateFrom: null, dateTo: null },
          },
        ]),
  ];
}

function folderChip({ folderScope }: SearchFilter, folder: Shown['folder']): FilterChip {
  // A search in the root is one in all folders.
  const isLimited = folderScope === 'this' && folder?.isRoot !== true;
  return {
    kind: 'folder',
    label: isLimited ? `In ‘${folder?.name ?? '…'}’` : 'In all folders',
    without: isLimited ? { folderScope: 'all' } : null,
  };
}

function timeLabel({ timeScope, dateFrom, dateTo }: SearchFilter): string {
  if (timeScope !== 'Custom') return labelIn(TIME_SCOPES, timeScope);
  const [from, to] = [dateFrom, dateTo].map((day) => dayjs(day).format('MM/DD/YYYY'));
  return from === to ? `${from}` : `${from} – ${to}`;
}

const labelIn = <Value extends string>(options: readonly { value: Value; label: string }[], value: Value) =>
  options.find((option) => option.value === value)?.label ?? value;
