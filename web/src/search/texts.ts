import { formatNumber } from '../kit/intl.ts';

export const searchBoxTexts = {
  /** the label of the box (MSG-06, USE-41); `scope` is one of `scopes` */
  label: (scope: string) => `Search ${scope}`,
  /** The location of a search, as text in the box (SEARCH-01, USE-41). */
  scopes: { this: 'in this folder', all: 'in all folders' },
  clear: 'Clear the words',
  options: 'Search options',
} as const;

export const searchPanelTexts = {
  label: 'Search options',
  where: 'Where',
  words: 'Look at',
  items: 'Find',
  time: 'Changed',
  search: 'Search',
  recent: 'Recent Searches',
} as const;

/** The names of the filter's values, which the chips above the results show too. */
export const searchFilterTexts = {
  folders: { all: 'All folders', this: 'This folder' },
  words: {
    NAME: 'Name search',
    CONTENT: 'Content search',
    ALL: 'All search',
  },
  items: {
    'FILE,FOLDER': 'All items',
    FILE: 'Files',
    FOLDER: 'Folders',
  },
  times: {
    Any: 'Any time',
    '24 hours': 'Last 24 hours',
    '1 week': 'Last week',
    '1 month': 'Last month',
    '3 months': 'Last 3 months',
    '6 months': 'Last 6 months',
    '12 months': 'Last 12 months',
    Custom: 'Custom date range',
  },
} as const;

export const searchResultsTexts = {
  bar: 'Path',
  title: 'Search results',
  back: 'Back to the folder',
  filters: 'Filters of the search',
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  inFolder: (name: string) => `In ‘${name}’`,
  inAllFolders: 'In all folders',
  dates: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  moreThan: (limit: number) => `More than ${formatNumber(limit)} items`,
} as const;

export const nothingFoundTexts = {
  title: 'No Data',
  hint: 'Nothing was found. Try other words, another folder or any time.',
  inContents: 'Search in contents',
} as const;
