import { formatDay } from '../kit/format-date.ts';
import type { SearchFilter } from './filter.ts';
import { searchFilterTexts, searchResultsTexts } from './texts.ts';

/** One condition of a search, which is shown as a chip above the results. */
export interface FilterChip {
  /** the field of the condition */
  kind: 'folder' | 'words' | 'items' | 'time';
  label: string;
  /** the change of the search that removes the condition; null when it cannot be removed */
  without: Partial<SearchFilter> | null;
}

export interface ChipContext {
  /** the folder in which the search was started; null while it is unknown */
  folder: { name: string; isRoot: boolean } | null;
  isModeOffered: boolean;
}

/** USE-41: returns the location and the conditions of a search as chips. */
export function chipsOf(filter: SearchFilter, { folder, isModeOffered }: ChipContext): FilterChip[] {
  const { itemsScope, timeScope, wordScope } = filter;
  return [
    folderChip(filter, folder),
    ...(isModeOffered && wordScope !== 'ALL'
      ? [
          {
            kind: 'words' as const,
            label: searchFilterTexts.words[wordScope],
            without: { wordScope: 'ALL' as const },
          },
        ]
      : []),
    ...(itemsScope === 'FILE,FOLDER'
      ? []
      : [
          {
            kind: 'items' as const,
            label: searchFilterTexts.items[itemsScope],
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

function folderChip({ folderScope }: SearchFilter, folder: ChipContext['folder']): FilterChip {
  // A search in the root is a search in all folders.
  const isLimited = folderScope === 'this' && folder?.isRoot !== true;
  return {
    kind: 'folder',
    label: isLimited ? searchResultsTexts.inFolder(folder?.name ?? '…') : searchResultsTexts.inAllFolders,
    without: isLimited ? { folderScope: 'all' } : null,
  };
}

function timeLabel({ timeScope, dateFrom, dateTo }: SearchFilter): string {
  if (timeScope !== 'Custom' || dateFrom === null || dateTo === null)
    return searchFilterTexts.times[timeScope];
  return searchResultsTexts.dates(formatDay(dateFrom), formatDay(dateTo));
}
