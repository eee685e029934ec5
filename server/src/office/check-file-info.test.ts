import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USERS } from '../testing/accounts.ts';
import {
  ACME,
  createOfficeTestSetup,
  openFile,
  type OfficeTestSetup,
  reopen,
} from '../testing/office-test-setup.ts';
import { KNOWN_PROPERTIES } from './fixtures/properties.ts';

// Uses real HTTP, PostgreSQL and signed calls.

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup();
});
afterAll(() => setup.close());

describe('C58 CheckFileInfoSchema', () => {
  test('the reply has all properties of the file, the person and the vault', async () => {
    const file = await openFile(setup, { name: 'Plan.DOCX', bytes: 'the plan', folder: 'Plans' });
    const origin = setup.vault.origin;
    const info = await file.info();
    expect(info).toEqual({
      BaseFileName: 'Plan.DOCX',
      OwnerId: ACME,
      Size: 8,
      UserId: USERS.everything.sfid,
      Version: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
      FileExtension: '.docx',
      FileNameMaxLength: 395,
      LastModifiedTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/) as unknown,
      SHA256: createHash('sha256').update('the plan').digest('base64'),
      SupportsLocks: true,
      SupportsGetLock: true,
      SupportsExtendedLockLength: true,
      SupportsUpdate: true,
      SupportsRename: true,
      SupportsDeleteFile: true,
      SupportsUserInfo: true,
      ReadOnly: false,
      UserCanWrite: true,
      UserCanRename: true,
      UserCanNotWriteRelative: false,
      UserFriendlyName: 'Ada Byron',
      IsAnonymousUser: false,
      LicenseCheckForEditIsEnabled: true,
      PostMessageOrigin: origin,
      ClosePostMessage: true,
      HostViewUrl: expect.stringMatching(/^http:\/\/127.*\/office\/.*\?action=view$/) as unknown,
      HostEditUrl: expect.stringMatching(/^http:\/\/127.*\/office\/[^?]*$/) as unknown,
      CloseUrl: expect.stringContaining(`${origin}/vault?record=${ACME}&folder=fld`) as unknown,
      BreadcrumbBrandName: 'Portal Vault',
      BreadcrumbBrandUrl: `${origin}/`,
      BreadcrumbDocName: 'Plan.DOCX',
      BreadcrumbFolderName: 'Plans',
      BreadcrumbFolderUrl: expect.stringContaining('/vault?record=') as unknown,
    });
  });

  test("all properties are those of the protocol, with their types, as in the validator's schema", async () => {
    const file = await openFile(setup);
    const info = await file.info();
    expect(Object.keys(info).filter((name) => !KNOWN_PROPERTIES.has(name))).toEqual([]);
    for (const [name, value] of Object.entries(info)) expect([name, value === null]).toEqual([name, false]);
    const addresses = Object.entries(info).filter(([name]) => name.endsWith('Url'));
    for (const [, value] of addresses) expect(URL.canParse(String(value))).toBe(true);
  });

  test('the reply is JSON, has the version in a header too, and is not cached', async () => {
    const file = await openFile(setup);
    const reply = await file.get();
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { Version } = (await reply.json()) as { Version: string };
    expect(reply.headers.get('x-wopi-itemversion')).toBe(Version);
  });

  test("a view token allows nothing else, whatever the person's permissions", async () => {
    const file = await openFile(setup, { action: 'view' });
    const info = await file.info();
    expect(info).toMatchObject({
      ReadOnly: true,
      UserCanWrite: false,
      UserCanRename: false,
      UserCanNotWriteRelative: true,
    });
    expect(info).not.toHaveProperty('HostEditUrl');
  });

  test('without the create permission no files can be created in its folder', async () => {
    const file = await openFile(setup, { user: 'editor' });
    expect(await file.info()).toMatchObject({ UserCanWrite: true, UserCanNotWriteRelative: true });
  });

  test('without the download permission printing and saving a copy are disabled', async () => {
    const file = await openFile(setup);
    const shut = { DisablePrint: true, DisableExport: true, RestrictedWebViewOnly: true };
    expect(await file.info()).not.toMatchObject(shut);
    const looking = await reopen(setup, file.fileId, { user: 'reader', action: 'view' });
    expect(await looking.info()).toMatchObject(shut);
  });
});

describe('C58 BaseWopiViewing', () => {
  test('CheckFileInfo and GetFile are enough for a view', async () => {
    const file = await openFile(setup, { bytes: 'what it says', action: 'view', user: 'reader' });
    expect(await file.info()).toMatchObject({ Size: 12 });
    const reply = await file.get('/contents');
    expect([reply.status, await reply.text()]).toEqual([200, 'what it says']);
  });

  test('GetFile sends the bytes unchanged', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7) % 256));
    const file = await openFile(setup, { bytes });
    const reply = await file.get('/contents');
    expect(reply.headers.get('content-length')).toBe('300000');
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each([
    ['7', 412],
    ['0', 412],
    ['8', 200],
    ['9', 200],
    ['no number', 200],
    ['-1', 200],
    ['', 200],
  ])('X-WOPI-MaxExpectedSize %j of a file of 8 bytes gets %i', async (max, status) => {
    const file = await openFile(setup, { bytes: '8 bytes.' });
    const reply = await file.get('/contents', { headers: { 'x-wopi-maxexpectedsize': max } });
    expect(reply.status).toBe(status);
    if (status === 412) expect(await reply.text()).toBe('');
  });

  test('an empty file has an empty body', async () => {
    const file = await openFile(setup, { bytes: '' });
    const reply = await file.get('/contents');
    expect([reply.status, await reply.text()]).toEqual([200, '']);
  });
});

describe('C58 PutUserInfo', () => {
  test('the next CheckFileInfo of any file of this person returns the stored text', async () => {
    const file = await openFile(setup, { user: 'colleague' });
    expect(await file.info()).not.toHaveProperty('UserInfo');
    expect((await file.do('PUT_USER_INFO', {}, 'PutUserInfoTest')).status).toBe(200);
    expect(await file.info()).toMatchObject({ UserInfo: 'PutUserInfoTest' });
    const other = await openFile(setup, { user: 'colleague', action: 'view' });
    expect(await other.info()).toMatchObject({ UserInfo: 'PutUserInfoTest' });
    const ada = await openFile(setup);
    expect(await ada.info()).not.toHaveProperty('UserInfo');
    expect((await other.do('PUT_USER_INFO', {}, 'another')).status).toBe(200);
    expect(await file.info()).toMatchObject({ UserInfo: 'another' });
  });

  test('1,024 characters are stored, more are refused and change nothing', async () => {
    const file = await openFile(setup, { user: 'editor' });
    const longest = 'x'.repeat(1024);
    expect((await file.do('PUT_USER_INFO', {}, longest)).status).toBe(200);
    for (const body of [`${longest}y`, 'ü'.repeat(1025), 'z'.repeat(3_000_000), 'with \0 in it']) {
      expect((await file.do('PUT_USER_INFO', {}, body)).status).toBe(400);
    }
    expect(await file.info()).toMatchObject({ UserInfo: longest });
    expect((await file.do('PUT_USER_INFO', {}, 'ü'.repeat(1024))).status).toBe(200);
    expect((await file.do('PUT_USER_INFO')).status).toBe(200);
    expect(await file.info()).toMatchObject({ UserInfo: '' });
  });
});
