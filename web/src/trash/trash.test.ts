import { Messages } from '@vault/contract';
import dayjs from 'dayjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { filterChange } from '../shared/list/index.ts';
import { DELETE, RESTORE } from './actions.ts';
import { shownSize, TRASH_COLUMNS } from './columns.tsx';
import { trashCommands } from './commands.ts';
import {
  DATE_OPTIONS,
  DEFAULT_FILTER,
  FILTER_FORMAT,
  isComplete,
  trashQueryOf,
  TYPE_OPTIONS,
  type DatePreset,
  type TrashFilter,
} from './filter.ts';
import { trashListParamsOf } from './use-trash-list.ts';

const whole: TrashFilter = {
  types: 'FOLDER',
  deletedBy: 'usrAda000000000001',
  name: 'Tax 100%',
  date: 'custom',
  from: '2026-03-01',
  to: '2026-03-31',
};

afterEach(() => vi.unstubAllEnvs());

describe('the filter of the trash', () => {
  it('TRASH-02 LIMIT-30 the filter Type has its options in order, and All is the default', () => {
    expect(TYPE_OPTIONS.map(({ value, label }) => `${label}: ${value}`)).toEqual([
      'All: FILE,FOLDER',
      'Files: FILE',
      'Folders: FOLDER',
    ]);
    expect(trashQueryOf(DEFAULT_FILTER)).toEqual({ types: 'FILE,FOLDER' });
  });

  it('TRASH-06 LIMIT-31 Date Deleted has its presets in order', () => {
    expect(DATE_OPTIONS.map(({ label }) => label)).toEqual([
      'Any time',
      'Today',
      'Yesterday',
      'Last 7 days',
      'Last 30 days',
      'Custom',
    ]);
  });

  const days = (date: DatePreset, now: string, zone: string, more: Partial<TrashFilter> = {}) => {
    vi.stubEnv('TZ', zone);
    const { from, to } = trashQueryOf({ ...DEFAULT_FILTER, date, ...more }, dayjs(now));
    return [from, to];
  };

  it.each<[DatePreset, string, string]>([
    ['today', '2026-11-20 23:00:00', '2026-11-21 22:59:59'],
    ['yesterday', '2026-11-19 23:00:00', '2026-11-20 22:59:59'],
    ['7days', '2026-11-14 23:00:00', '2026-11-21 22:59:59'],
    ['30days', '2026-10-22 22:00:00', '2026-11-21 22:59:59'],
  ])('TRASH-07 %s is computed from local days and sent in UTC', (date, from, to) => {
    expect(days(date, '2026-11-21T12:34:56Z', 'Europe/Berlin')).toEqual([from, to]);
  });

  it.each<[string, DatePreset, string, string[]]>([
    // In Berlin, 29 March 2026 has 23 hours and 25 October 2026 has 25 hours.
    ['the short day', 'today', '2026-03-29T10:00:00Z', ['2026-03-28 23:00:00', '2026-03-29 21:59:59']],
    ['the day after', 'yesterday', '2026-03-30T10:00:00Z', ['2026-03-28 23:00:00', '2026-03-29 21:59:59']],
    ['the week after', '7days', '2026-04-02T10:00:00Z', ['2026-03-26 23:00:00', '2026-04-02 21:59:59']],
    ['the long day', 'today', '2026-10-25T10:00:00Z', ['2026-10-24 22:00:00', '2026-10-25 22:59:59']],
    ['the day after it', 'yesterday', '2026-10-26T10:00:00Z', ['2026-10-24 22:00:00', '2026-10-25 22:59:59']],
    ['its last hour', 'today', '2026-10-25T22:30:00Z', ['2026-10-24 22:00:00', '2026-10-25 22:59:59']],
    ['the month after it', '30days', '2026-11-23T22:30:00Z', ['2026-10-24 22:00:00', '2026-11-23 22:59:59']],
  ])('TRASH-07 a day of 23 or 25 hours is sent as a whole day: %s', (_, date, now, span) => {
    expect(days(date, now, 'Europe/Berlin')).toEqual(span);
  });

  it('TRASH-07 a range covers whole local days in time zones east and west of UTC', () => {
    const range = { from: '2026-03-01', to: '2026-03-02' };
    expect(days('custom', '2026-11-21T12:00:00Z', 'Asia/Tokyo', range)).toEqual([
      '2026-02-28 15:00:00',
      '2026-03-02 14:59:59',
    ]);
    expect(days('custom', '2026-11-21T12:00:00Z', 'America/New_York', range)).toEqual([
      '2026-03-01 05:00:00',
      '2026-03-03 04:59:59',
    ]);
  });

  it("TRASH-03 TRASH-05 the call has the user's id and the unchanged words; defaults are omitted", () => {
    expect(trashQueryOf(whole)).toMatchObject({
      types: 'FOLDER',
      deletedBy: 'usrAda000000000001',
      itemNameLike: 'Tax 100%',
    });
  });

  it('a custom range of the trash filter is complete only when it has both days', () => {
    expect(isComplete(whole)).toBe(true);
    expect(isComplete({ ...whole, to: null })).toBe(false);
    expect(isComplete({ ...whole, from: null })).toBe(false);
    expect(isComplete({ ...DEFAULT_FILTER, date: 'today' })).toBe(true);
  });

  it('TRASH-09 applying a filter opens the first page and stores the filter in the address', () => {
    const patch = filterChange(FILTER_FORMAT, whole);
    expect(patch).toEqual({
      types: 'FOLDER',
      by: 'usrAda000000000001',
      name: 'Tax 100%',
      deleted: 'custom',
      days: '2026-03-01..2026-03-31',
      page: 1,
    });
    const { page: _, ...search } = patch;
    expect(FILTER_FORMAT.parse(JSON.parse(JSON.stringify(search)) as object)).toEqual(whole);
    expect(filterChange(FILTER_FORMAT, { ...DEFAULT_FILTER, name: '  ' })).toEqual({ page: 1 });
  });

  it('TRASH-10 invalid values of the address become defaults', () => {
    expect(FILTER_FORMAT.parse({})).toEqual(DEFAULT_FILTER);
    expect(
      FILTER_FORMAT.parse({ types: 'LINK', deleted: 'tomorrow', days: '2026-03-01..2026-03-31' }),
    ).toEqual(DEFAULT_FILTER);
    expect(FILTER_FORMAT.parse({ deleted: 'custom' })).toEqual(DEFAULT_FILTER);
  });
});

describe('the list of the trash', () => {
  it('TRASH-11 TRASH-21 the columns of the trash are in order, and all of them sort', () => {
    expect(TRASH_COLUMNS.map(({ title }) => title)).toEqual([
      'Item Name',
      'Size',
      'Original Location',
      'Date Deleted',
      'Deleted By',
    ]);
    expect(TRASH_COLUMNS.every(({ sortable }) => sortable)).toBe(true);
    const search = { page: 3, size: 50, sort: 'deletedBy,desc' };
    expect(trashListParamsOf(search)).toEqual({
      filter: DEFAULT_FILTER,
      page: 3,
      size: 50,
      sort: { key: 'deletedBy', direction: 'desc' },
    });
    expect(trashListParamsOf({ sort: 'version,asc' }).sort).toBeNull();
  });

  it('TRASH-12 T-75 a size of zero is shown as a dash, other sizes as the server sends them', () => {
    expect(['0.0 bytes', '1.0 bytes', '10.0 bytes', '1.5 KB'].map(shownSize)).toEqual([
      '-',
      '1.0 bytes',
      '10.0 bytes',
      '1.5 KB',
    ]);
  });

  it('TRASH-13 TRASH-15 TRASH-16 TRASH-17 TRASH-19 TRASH-20 MSG-14 MSG-32 T-20 action texts', () => {
    expect(trashCommands.map(({ label }) => label)).toEqual(['Restore', 'Delete']);
    expect([RESTORE, DELETE].map(({ title, question, done }) => [title, question, done])).toEqual([
      ['Confirm Restoration', 'Are you sure to restore the selected items?', 'Restored successfully.'],
      [
        'Confirm Deletion',
        'This will permanently delete the selected items. Are you sure you want to proceed?',
        'Deleted successfully.',
      ],
    ]);
    expect(Messages.confirmDeleteForEver).not.toBe(Messages.confirmTrash);
  });
});
