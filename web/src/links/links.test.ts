import type { SharedLink } from '@vault/contract';
import { describe, expect, it } from 'vitest';
import { accessLines } from './access-lines.ts';
import { linkCommands } from './commands.ts';
import { popoverCommands } from './link-actions.tsx';
import { linkColumns } from './columns.tsx';
import { viewerBadge } from './link-views-modal.tsx';
import { recipientsOf } from './recipients.ts';
import { ANY_LINK, FILTER_FORMAT, STATUS_OPTIONS, statusFilterOf } from './link-filter.ts';
import { STATUS_COLOURS } from './link-status.ts';
import { linksQuery } from './queries.ts';
import { linkListParamsOf } from './use-link-list.ts';

/** Returns the labels of the popover. */
const popover = (link: Partial<SharedLink>, mayDelete = true) =>
  popoverCommands(linkCommands, {
    link: { parentIsExist: true, ...link } as SharedLink,
    mayDelete,
    mayAudit: false,
  }).map(({ label }) => label);

describe('the list of links', () => {
  it('LINKS-01 the status has its values and labels in order', () => {
    expect(STATUS_OPTIONS.map(({ value, label }) => `${value}: ${label}`)).toEqual([
      'Any: Any',
      'Active: Active Links',
      'Expired: Expired Links',
      'Deleted: Deleted Links',
    ]);
  });

  it('LINKS-18 LINKS-06 LINKS-09 LINKS-17 the columns are in order, and three of them sort', () => {
    const columns = linkColumns({ commands: [], rights: { mayDelete: true, mayAudit: false } });
    expect(columns.map(({ title }) => title)).toEqual([
      'Item Name',
      'Date Created',
      'Last Accessed',
      'Created By',
      'Recipients',
      'Status',
      'View',
      'Type',
      'Action',
    ]);
    expect(columns.filter(({ sortable }) => sortable).map(({ key }) => key)).toEqual([
      'fileName',
      'createTime',
      'accessTimes',
    ]);
  });

  it.each([
    ['', { first: 'Anyone', others: [] }],
    ['a@x.com', { first: 'a@x.com', others: [] }],
    ['a@x.com;b@y.com;c@z.com', { first: 'a@x.com', others: ['b@y.com', 'c@z.com'] }],
  ])('LINKS-12 LINKS-13 LINKS-14 MSG-20 recipientsOf splits %j', (receiveByEmail, expected) => {
    expect(recipientsOf(receiveByEmail)).toEqual(expected);
  });

  it('LINKS-15 LIMIT-23 deleted links have a red tag, active ones green, expired ones grey', () => {
    expect(STATUS_COLOURS).toEqual({ Deleted: 'red', Active: 'green', Expired: 'grey' });
  });

  it('LINKS-25 MSG-22 MSG-23 the popover has its entries in order', () => {
    expect(popover({})).toEqual(['Copy Link', 'Open Link', 'Go to Folder', 'Delete Link']);
  });

  it('LINKS-26 LINKS-27 the popover hides Go to Folder when the folder is deleted', () => {
    expect(popover({ parentIsExist: false })).not.toContain('Go to Folder');
  });

  it('LINKS-24 a deleted link has no popover', () => {
    expect(popover({ deleted: true })).toEqual([]);
  });

  it('without the share permission the popover has no Delete Link', () => {
    expect(popover({}, false)).not.toContain('Delete Link');
  });

  it('LINKS-36 LINKS-39 page, size, order and status are read from the address, if valid', () => {
    expect(linkListParamsOf({ status: 'Expired', page: 3, size: 50, sort: 'accessTimes,desc' })).toEqual({
      status: 'Expired',
      queryType: 'ALL',
      text: '',
      page: 3,
      size: 50,
      sort: { key: 'accessTimes', direction: 'desc' },
    });
    expect(linkListParamsOf({ sort: 'size,asc' })).toMatchObject({
      status: 'Any',
      page: 1,
      size: 10,
      sort: null,
    });
    expect(statusFilterOf('Lost')).toBe('Any');
  });

  it('USE-44 type and text of the filter are read from the address; an unknown type means any', () => {
    const filter = { status: 'Any', queryType: 'REQUEST', text: 'zoe' } as const;
    expect(FILTER_FORMAT.write(filter)).toEqual({ status: undefined, types: 'REQUEST', name: 'zoe' });
    expect(FILTER_FORMAT.parse({ types: 'REQUEST', name: 'zoe' })).toEqual(filter);
    expect(FILTER_FORMAT.parse({ types: 'FILE' })).toEqual(ANY_LINK);
    const { queryKey } = linksQuery(
      'recAcme00000000001',
      linkListParamsOf({ types: 'REQUEST', name: 'zoe' }),
    );
    expect(queryKey.at(-1)).toMatchObject({ queryType: 'REQUEST', search: 'zoe' });
  });

  it('DATA-24 API-48 the address counts pages from 1, the call from 0, and the type is ALL', () => {
    const asked = (search: Parameters<typeof linkListParamsOf>[0]) =>
      linksQuery('recAcme00000000001', linkListParamsOf(search)).queryKey.at(-1);
    expect(asked({})).toEqual({ queryType: 'ALL', status: 'Any', page: 0, size: 10 });
    expect(asked({ status: 'Expired', page: 3, size: 50, sort: 'accessTimes,desc' })).toEqual({
      queryType: 'ALL',
      status: 'Expired',
      page: 2,
      size: 50,
      sort: 'accessTimes,desc',
    });
  });
});

describe('the details of a link', () => {
  it.each([
    [{ isPublic: true, download: true, edit: true }, ['Link is public', 'Downloads allowed']],
    [
      { isPublic: true, download: false, edit: false },
      ['Link is public', 'Downloads not allowed', 'Co - editing not allowed'],
    ],
    [{ isPublic: false, download: true, edit: false }, ['Downloads allowed', 'Co - editing not allowed']],
  ])('LINKS-32 LINKS-33 LINKS-34 LINKS-35 MSG-25 MSG-26 MSG-27 MSG-28 the tooltip for %o', (link, lines) => {
    expect(accessLines(link)).toEqual(lines);
  });

  it('LINKVIEWS-02 MSG-31 the viewer Public has the badge P, other viewers have E', () => {
    expect(viewerBadge('Public')).toBe('P');
    expect(viewerBadge('ann@example.com')).toBe('E');
  });
});
