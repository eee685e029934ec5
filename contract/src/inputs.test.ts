import { describe, expect, it } from 'vitest';
import { contract } from './index.ts';
import { optionalOf } from './testing/parts.ts';

const RECORD = 'recAcme00000000001';
const FOLDER = 'fldA00000000000001';
const FILE = 'filA00000000000001';
const OTHER_FILE = 'filB00000000000001';
const VERSION = '0b8f3c0e-6a1d-4f6e-9d3e-2f1f6f0a9c11';

const { organise, upload, download, history, preview, versions, trash, links } = contract;

describe('absent fields have the defaults of the specification', () => {
  it("API-10 a new folder is shared to the client, with category 'Other' and a date without time", () => {
    const { query } = organise.createFolder;
    expect(query.parse({ name: 'Tax' })).toEqual({
      name: 'Tax',
      path: '',
      shareToClient: true,
      category: 'Other',
    });
    expect(query.parse({ name: 'Tax', asOfDate: '2026-11-21' }).asOfDate).toBe('2026-11-21');
    expect(query.safeParse({ name: 'Tax', asOfDate: '11/21/2026' }).success).toBe(false);
  });

  it("API-24 LIMIT-20 an upload is shared to the client, with category 'Other'", () => {
    const body = { fileKeys: ['a1'], folderSfid: FOLDER, linkedId: RECORD };
    expect(upload.transfer.body.parse(body)).toEqual({ ...body, shareToClient: true, category: 'Other' });
  });

  it('LIMIT-13 API-26 a download includes subfolders and no older versions', () => {
    expect(download.selection.body.parse({ linkId: RECORD, paths: ['Tax'] })).toEqual({
      linkId: RECORD,
      sfids: [],
      paths: ['Tax'],
      allVersion: false,
      containsSubFolders: true,
    });
  });

  it('API-39 LIMIT-25 recent searches have the type Search_File, page 0 and size 3', () => {
    expect(history.recentSearches.query.parse({ relationId: RECORD })).toEqual({
      type: 'Search_File',
      relationId: RECORD,
      page: 0,
      size: 3,
    });
  });

  it('API-48 LIMIT-22 LIMIT-26 links have all types and any status, page 0 and size 10', () => {
    expect(links.list.query.parse({})).toEqual({ queryType: 'ALL', status: 'Any', page: 0, size: 10 });
  });

  it('API-40 LIMIT-30 the trash lists files and folders, deleted by anyone', () => {
    expect(trash.list.query.parse({})).toEqual({ types: 'FILE,FOLDER', page: 0, size: 10 });
  });
});

describe('the input that calls accept', () => {
  const target = { linkId: RECORD, sfids: [FILE], paths: ['Tax/2025'], path: 'Old' };

  it.each([
    ['API-15', organise.move],
    ['API-16', organise.copy],
    ['API-17', organise.moveMerging],
    ['API-18', organise.copyMerging],
  ])('%s takes files by id, folders by path and a required target', (_id, { body }) => {
    expect(body.parse(target)).toEqual(target);
    const { path, ...nowhere } = target;
    expect(path).toBe('Old');
    expect(body.safeParse(nowhere).success).toBe(false);
  });

  it("API-16 duplicate is a copy with the sign 'duplicate', and no other sign is accepted", () => {
    const { body } = organise.copy;
    expect(body.parse({ ...target, sign: 'duplicate' })).toMatchObject({ sign: 'duplicate' });
    expect(body.safeParse({ ...target, sign: 'move' }).success).toBe(false);
  });

  it.each([
    ['API-12', organise.renameFile],
    ['API-13', organise.mergeFile],
  ])('%s renames a file by id, new name and record, all of them required', (_id, { body }) => {
    const given = { sfid: FILE, name: 'b.txt', linkId: RECORD };
    expect(body.parse(given)).toEqual(given);
    expect(optionalOf(body, given)).toEqual([]);
  });

  it('API-34 a file is opened online for editing or viewing', () => {
    const { query } = preview.officeOnline;
    expect(['edit', 'view'].map((action) => query.parse({ action }).action)).toEqual(['edit', 'view']);
    for (const action of [undefined, 'delete', 'Edit'])
      expect(query.safeParse({ action }).success).toBe(false);
  });

  it('API-35 API-48 pages count from zero', () => {
    for (const { query } of [versions.list, links.list]) {
      expect(query.parse({ page: '0', size: '20' })).toMatchObject({ page: 0, size: 20 });
      expect(query.safeParse({ page: '-1' }).success).toBe(false);
    }
  });

  it.each([
    ['API-36', versions.remove],
    ['API-37', versions.makeCurrent],
  ])('%s takes one version', (_id, { query }) => {
    expect(query.parse({ versionId: VERSION })).toEqual({ versionId: VERSION });
    expect(query.safeParse({}).success).toBe(false);
  });

  it('API-38 API-52 access records are downloads, searches or views of a link', () => {
    const { query } = history.accessRecords;
    const given = { relationId: FILE, page: '1', size: '20', sort: 'createdDate,asc' };
    for (const type of ['Download', 'Search_File', 'Link_View']) {
      expect(query.parse({ ...given, type })).toEqual({ ...given, type, page: 1, size: 20 });
    }
    expect(query.safeParse({ ...given, type: 'View' }).success).toBe(false);
    expect(query.safeParse({ ...given, type: 'Download', relationId: undefined }).success).toBe(false);
  });

  it('API-40 the trash is filtered by deleting user, part of a name, kind and UTC times', () => {
    const given = { deletedBy: 'usrAda000000000001', itemNameLike: 'tax', types: 'FILE' };
    const times = { from: '2026-11-01 00:00:00', to: '2026-11-21 23:59:59' };
    expect(trash.list.query.parse({ ...given, ...times })).toMatchObject({
      ...given,
      from: new Date('2026-11-01T00:00:00Z'),
      to: new Date('2026-11-21T23:59:59Z'),
    });
    for (const types of ['FILE,FOLDER', 'FILE', 'FOLDER']) {
      expect(trash.list.query.parse({ types }).types).toBe(types);
    }
    expect(trash.list.query.safeParse({ types: 'LINK' }).success).toBe(false);
  });

  it('API-42 API-43 items are deleted by comma-separated ids and restored by a list of ids', () => {
    expect(trash.remove.query.parse({ ids: `${FILE},${OTHER_FILE}` })).toEqual({ ids: [FILE, OTHER_FILE] });
    expect(trash.restore.body.parse([FILE, FOLDER])).toEqual([FILE, FOLDER]);
    expect(trash.restore.body.safeParse([]).success).toBe(false);
  });

  it('LIMIT-22 API-45 API-49 links are listed and exported by status or Any, with a time zone', () => {
    for (const status of ['Any', 'Active', 'Expired', 'Deleted']) {
      expect(links.list.query.parse({ status }).status).toBe(status);
      expect(links.exportAddress.query.parse({ status, timeZone: 'Europe/Berlin' })).toEqual({
        queryType: 'ALL',
        status,
        timeZone: 'Europe/Berlin',
      });
    }
    expect(links.list.query.safeParse({ status: 'Active Links' }).success).toBe(false);
  });

  it("API-51 a link is changed by id, with 'On Date' and its expiry in epoch milliseconds", () => {
    const change = {
      id: 'lnkA00000000000001',
      expireType: 'On Date',
      accessTimes: 3,
      expireDateTime: Date.UTC(2026, 10, 30, 23, 59, 59, 999),
      expire: true,
      notify: false,
    };
    expect(links.update.body.parse(change)).toEqual(change);
    expect(links.update.body.safeParse({ ...change, id: undefined }).success).toBe(false);
    expect(links.update.body.safeParse({ ...change, expireDateTime: '2026-11-30' }).success).toBe(false);
  });
});
