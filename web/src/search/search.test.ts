import dayjs from 'dayjs';
import { describe, expect, it, test } from 'vitest';
import { patchVaultSearch, readVaultSearch, type VaultSearch, writeQuery } from '../shared/index.ts';
import { filterChange } from '../shared/list/index.ts';
import {
  DEFAULT_FILTER,
  defaultFilter,
  FILTER_FORMAT,
  FOLDER_SCOPES,
  isComplete,
  ITEMS_SCOPES,
  TIME_SCOPES,
  WORD_SCOPES,
  type SearchFilter,
} from './filter.ts';
import { chipsOf } from './chips.ts';
import { parentPathOf } from './result-location.tsx';
import { searchQueryOf } from './query.ts';
import { totalFound } from './total.ts';

const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label);
const filter = (patch: Partial<SearchFilter>): SearchFilter => ({ ...DEFAULT_FILTER, ...patch });

describe('the dropdown of the search box', () => {
  it('SEARCH-02 SEARCH-04 SEARCH-07 the dropdown offers folder scope, mode and items', () => {
    expect(labels(FOLDER_SCOPES)).toEqual(['All folders', 'This folder']);
    expect(labels(WORD_SCOPES)).toEqual(['Name search', 'Content search', 'All search']);
    expect(labels(ITEMS_SCOPES)).toEqual(['All items', 'Files', 'Folders']);
  });

  it('SEARCH-09 LIMIT-32 the dropdown offers times in their order', () => {
    expect(labels(TIME_SCOPES)).toEqual([
      'Any time',
      'Last 24 hours',
      'Last week',
      'Last month',
      'Last 3 months',
      'Last 6 months',
      'Last 12 months',
      'Custom date range',
    ]);
  });

  it('SEARCH-03 SEARCH-06 SEARCH-08 SEARCH-11 defaults are folder, names, any item, any time', () => {
    expect(DEFAULT_FILTER).toMatchObject({
      folderScope: 'this',
      wordScope: 'NAME',
      itemsScope: 'FILE,FOLDER',
      timeScope: 'Any',
    });
  });

  it('USE-41 SEARCH-06 a search covers names and contents by default when the setting offers it', () => {
    expect(defaultFilter(true)).toEqual({ ...DEFAULT_FILTER, wordScope: 'ALL' });
    expect(defaultFilter(false)).toEqual(DEFAULT_FILTER);
  });

  it('DATA-14 the filter has words, folder, items, mode, time and two days', () => {
    expect(Object.keys(DEFAULT_FILTER)).toEqual([
      'searchName',
      'folderScope',
      'itemsScope',
      'wordScope',
      'timeScope',
      'dateFrom',
      'dateTo',
    ]);
  });

  it('SEARCH-18 SEARCH-19 a custom range is complete only when it has both days', () => {
    const custom = { timeScope: 'Custom', dateFrom: '2026-01-01', dateTo: '2026-01-31' } as const;
    expect(isComplete(filter(custom))).toBe(true);
    expect(isComplete(filter({ ...custom, dateTo: null }))).toBe(false);
    expect(isComplete(filter({ ...custom, dateFrom: null }))).toBe(false);
    expect(isComplete(DEFAULT_FILTER)).toBe(true);
  });
});

describe('the address of a search', () => {
  const through = (address: VaultSearch) => readVaultSearch(writeQuery({ ...address }));
  const everything = filter({
    searchName: '100% a_b & "c"',
    folderScope: 'all',
    itemsScope: 'FILE',
    wordScope: 'ALL',
    timeScope: 'Custom',
    dateFrom: '2026-01-01',
    dateTo: '2026-02-28',
  });

  it.each([
    ['everything chosen', everything],
    ['SEARCH-25 no words', DEFAULT_FILTER],
    ['a range back from now', filter({ searchName: 'x', timeScope: '3 months' })],
  ])('DATA-14 the address keeps all conditions of a search: %s', (_, given) => {
    expect(
      FILTER_FORMAT.parse(
        through(patchVaultSearch({ folder: 'fldA', page: 7 }, filterChange(FILTER_FORMAT, given))),
      ),
    ).toEqual(given);
  });

  it('SEARCH-17 SEARCH-27 a search opens its first page and keeps the open folder', () => {
    const address = patchVaultSearch(
      { folder: 'fldA', page: 7, size: 50 },
      filterChange(FILTER_FORMAT, filter({ searchName: ' tax ' })),
    );
    expect(address).toEqual({ folder: 'fldA', size: 50, find: 'tax' });
  });

  it.each(['2024-02-30..2024-03-01', '2026-01-01..2026-02-29', '2026-13-01..2026-13-02'])(
    'USE-19 a range with a day that does not exist is read as any time: %s',
    (dates) => {
      const address = { find: 'x', time: 'Custom', dates };
      expect(FILTER_FORMAT.parse(through(address))).toEqual(filter({ searchName: 'x' }));
      expect(through({ tab: 3, days: dates })).toEqual({ tab: 3 });
    },
  );

  it('an address without the search parameter shows the folder, not a search', () => {
    expect(FILTER_FORMAT.parse({ scope: 'all', time: 'Custom' })).toBeNull();
    expect(through({ folder: 'fldA', scope: 'all' })).toEqual({ folder: 'fldA' });
  });

  it.each([{ time: 'yesterday' }, { scope: 'everywhere' }, { words: 'MAYBE' }, { time: 'Custom' }])(
    'invalid values in the address are read as defaults: %o',
    (raw) => {
      expect(FILTER_FORMAT.parse({ find: 'x', ...raw })).toEqual(filter({ searchName: 'x' }));
    },
  );
});

describe('the call of a search', () => {
  const now = dayjs('2026-03-31T10:20:30.000Z');

  it('SEARCH-23 SEARCH-25 every call has words, mode, scope and kinds; "Any time" sends no time', () => {
    expect(searchQueryOf(DEFAULT_FILTER, now)).toEqual({
      name: '',
      searchCriteria: 'NAME',
      allFolder: 'false',
      items: 'FILE,FOLDER',
    });
    expect(
      searchQueryOf(
        filter({ searchName: '50%', folderScope: 'all', wordScope: 'ALL', itemsScope: 'FOLDER' }),
      ),
    ).toEqual({
      name: '50%',
      searchCriteria: 'ALL',
      allFolder: 'true',
      items: 'FOLDER',
    });
  });

  it.each([
    ['24 hours', '2026-03-30 10:20:30'],
    ['1 week', '2026-03-24 10:20:30'],
    ['1 month', '2026-02-28'],
    ['12 months', '2025-03-31'],
  ] as const)(
    'SEARCH-10 SEARCH-11 SEARCH-21 LIMIT-32 the range "%s" ends now and is sent in UTC',
    (timeScope, start) => {
      const { startTime, endTime } = searchQueryOf(filter({ timeScope }), now);
      expect(startTime).toContain(start);
      expect(endTime).toBe('2026-03-31 10:20:30');
    },
  );

  it('SEARCH-22 LIMIT-32 a custom range covers whole local days and is sent in UTC', () => {
    const days = { timeScope: 'Custom', dateFrom: '2026-01-10', dateTo: '2026-01-12' } as const;
    const { startTime = '', endTime = '' } = searchQueryOf(filter(days), now);
    const local = (text: string) => dayjs(`${text.replace(' ', 'T')}Z`).format('YYYY-MM-DD HH:mm:ss');
    expect(local(startTime)).toBe('2026-01-10 00:00:00');
    expect(local(endTime)).toBe('2026-01-12 23:59:59');
  });
});

describe('a search result', () => {
  it('USE-41 a search result has the path of its folder', () => {
    expect(parentPathOf({ folderPath: 'A/B', fileType: 'pdf' })).toBe('Files / A / B');
    expect(parentPathOf({ folderPath: 'A/B', fileType: 'folder' })).toBe('Files / A');
    expect(parentPathOf({ folderPath: 'A', fileType: 'folder' })).toBe('Files');
    expect(parentPathOf({ folderPath: '', fileType: 'txt' })).toBe('Files');
  });
});

describe('USE-41 the chips above the results', () => {
  const tax = { name: 'Tax', isRoot: false };
  const chips = (patch: Partial<SearchFilter>, folder: typeof tax | null = tax, isModeOffered = true) =>
    chipsOf(filter({ wordScope: 'ALL', ...patch }), { folder, isModeOffered });

  it('a chip names the folder of the search; the chip for all folders cannot be removed', () => {
    expect(chips({})).toEqual([{ kind: 'folder', label: 'In ‘Tax’', without: { folderScope: 'all' } }]);
    const everywhere = [{ kind: 'folder', label: 'In all folders', without: null }];
    expect(chips({ folderScope: 'all' })).toEqual(everywhere);
    expect(chips({}, { name: 'Files', isRoot: true })).toEqual(everywhere);
  });

  it.each([
    ['Name search', { wordScope: 'NAME' }, { wordScope: 'ALL' }],
    ['Content search', { wordScope: 'CONTENT' }, { wordScope: 'ALL' }],
    ['Folders', { itemsScope: 'FOLDER' }, { itemsScope: 'FILE,FOLDER' }],
    ['Last week', { timeScope: '1 week' }, { timeScope: 'Any', dateFrom: null, dateTo: null }],
    [
      '01/31/2026 – 02/28/2026',
      { timeScope: 'Custom', dateFrom: '2026-01-31', dateTo: '2026-02-28' },
      { timeScope: 'Any', dateFrom: null, dateTo: null },
    ],
  ] as const)('each condition has a chip with the change that removes it: %s', (label, patch, without) => {
    expect(chips(patch)[1]).toMatchObject({ label, without });
    expect(chips(patch)).toHaveLength(2);
  });

  it('the chips do not show the mode when the setting does not offer it', () => {
    expect(chips({ wordScope: 'NAME' }, tax, false)).toHaveLength(1);
  });
});

test.each([
  [0, 'Total 0 item(s)'],
  [10_000, 'Total 10000 item(s)'],
  [10_001, 'More than 10,000 items'],
  [10_051, 'More than 10,000 items'],
])('USE-41 totalFound formats %i results', (count, text) => expect(totalFound(count)).toBe(text));
