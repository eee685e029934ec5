import { contract, type DownloadBody, requestOf } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../testing/accounts.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { accessesOf } from '../testing/accesses.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { type FilledFile, fillVault } from '../testing/real-files.ts';
import { readZip } from '../testing/read-zip.ts';

const linkId = RECORDS.acme;
const { size, selection, version, ticket } = contract.download;
const NOT_FOUND = 'File or folder does not exist.';
const NO_ACCESS = 'You do not have access to Document Vault';
const UNKNOWN = 'filNobody000000000';

const OLD = new Date('2025-12-31T23:59:58.500Z');
const NEW = new Date('2026-06-01T08:00:00.000Z');

let vault: TestApp;
const files: Record<string, FilledFile> = {};
const idOf = (name: string): string => files[name]?.id ?? '';

beforeAll(async () => {
  vault = await createTestApp();
  const wanted = [
    { key: 'plan', name: 'plan.txt', bytes: 'the plan' },
    { key: 'json', name: 'data.json', bytes: '{"code":200}' },
    { key: 'empty', name: 'empty.txt', bytes: '' },
    { key: 'taxes', folder: 'Taxes', name: 'sheet.csv', bytes: 'a,b' },
    { key: 'deep', folder: 'Taxes/2026/May', name: 'sheet.csv', bytes: 'deep' },
    { key: 'equal', folder: 'Other', name: 'plan.txt', bytes: 'another plan' },
    { key: 'old', folder: 'Versions', name: 'note.txt', bytes: 'first', at: OLD },
    { key: 'new', folder: 'Versions', name: 'note.txt', bytes: 'second', at: NEW },
    {
      key: 'clash',
      folder: 'Versions',
      name: 'note (2025-12-31 235958).txt',
      bytes: 'looks like a version',
    },
    { key: 'same', folder: 'Clash', name: 'Same', bytes: 'a file beside a folder of its name' },
    { key: 'inSame', folder: 'Clash/Same', name: 'x', bytes: 'x' },
    { key: 'gone', folder: 'Gone/Below', name: 'gone.txt', bytes: 'gone' },
    { key: 'goneAlone', folder: 'Half', name: 'gone.txt', bytes: 'gone' },
    { key: 'stays', folder: 'Half', name: 'stays.txt', bytes: 'stays' },
  ];
  const filled = await fillVault(vault.deps, linkId, {
    files: wanted,
    folders: ['Nothing', 'Hollow/Inside/Deeper', 'Half/Gone too'],
  });
  for (const [n, { key }] of wanted.entries()) {
    const file = filled[n];
    if (file) files[key] = file;
  }
  const foreign = [{ name: 'foreign.txt', bytes: 'foreign' }];
  [files['foreign']] = (await fillVault(vault.deps, RECORDS.birch, { files: foreign })) as [FilledFile];
  await (
    await vault.as('everything')
  ).data(contract.organise.moveToTrash, {
    query: {},
    body: { linkId, sfids: [idOf('goneAlone')], paths: ['Gone', 'Half/Gone too'] },
  });
});
afterAll(() => vault.close());

type Chosen = Partial<DownloadBody>;

async function ask(endpoint: typeof selection | typeof size, chosen: Chosen, user: TestUser = 'downloader') {
  const { method, path, body } = requestOf(endpoint, { body: { linkId, ...chosen } });
  const headers = { 'content-type': 'application/json' };
  return (await vault.as(user)).fetch(path, { method, body, headers });
}

async function download(chosen: Chosen) {
  const reply = await ask(selection, chosen);
  const bytes = Buffer.from(await reply.arrayBuffer());
  const [, name = ''] = reply.headers.get('content-disposition')?.split("''") ?? [];
  return { status: reply.status, headers: reply.headers, bytes, name: decodeURIComponent(name) };
}

const unzip = async (chosen: Chosen) => readZip((await download(chosen)).bytes);

const recordsOf = (fileId: string) => accessesOf(vault.database, fileId);

describe('C22 the content of a download', () => {
  test('DOWNLOAD-09 one file is sent unchanged, under its own name', async () => {
    const { status, headers, bytes, name } = await download({ sfids: [idOf('plan')] });
    expect([status, name, bytes.toString()]).toEqual([200, 'plan.txt', 'the plan']);
    expect(headers.get('content-type')).toBe('text/plain');
    expect(headers.get('content-length')).toBe('8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  test('D-42 a stored JSON file is not sent as JSON, which would look like a failure', async () => {
    const { headers, bytes } = await download({ sfids: [idOf('json')] });
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(bytes.toString()).toBe('{"code":200}');
  });

  test('an empty file is sent with its name', async () => {
    const { status, bytes, name } = await download({ sfids: [idOf('empty')] });
    expect([status, bytes.length, name]).toEqual([200, 0, 'empty.txt']);
  });

  test('DOWNLOAD-16 a folder keeps its structure and gets .zip added', async () => {
    const { name, headers, bytes } = await download({ paths: ['Taxes'], containsSubFolders: true });
    expect([name, headers.get('content-type')]).toEqual(['Taxes.zip', 'application/zip']);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(await readZip(bytes)).toEqual({
      'Taxes/sheet.csv': 'a,b',
      'Taxes/2026/May/sheet.csv': 'deep',
    });
  });

  test('DOWNLOAD-03 sub-folders are included by default', async () => {
    expect(Object.keys(await unzip({ paths: ['Taxes'] }))).toHaveLength(2);
  });

  test('containsSubFolders false sends only the direct files of each folder', async () => {
    expect(await unzip({ paths: ['Taxes'], containsSubFolders: false })).toEqual({
      'Taxes/sheet.csv': 'a,b',
    });
    expect(await unzip({ paths: ['Taxes/2026'], containsSubFolders: false })).toEqual({ '2026/': '' });
  });

  test('an empty folder has an entry in the ZIP, also below another folder', async () => {
    expect(await unzip({ paths: ['Nothing'] })).toEqual({ 'Nothing/': '' });
    expect(await unzip({ paths: ['Hollow'] })).toEqual({ 'Hollow/Inside/Deeper/': '' });
  });

  test('DOWNLOAD-16 equal names at the top get a number, in the order of the selection', async () => {
    const { name, bytes } = await download({ sfids: [idOf('equal'), idOf('plan')] });
    expect(name).toBe('files.zip');
    expect(await readZip(bytes)).toEqual({ 'plan.txt': 'another plan', 'plan (1).txt': 'the plan' });
  });

  test('DOWNLOAD-10 files and folders are sent as folders.zip, with the files at the top', async () => {
    const { name, bytes } = await download({ sfids: [idOf('plan')], paths: ['Nothing', 'Taxes/2026'] });
    expect(name).toBe('folders.zip');
    expect(await readZip(bytes)).toEqual({
      'plan.txt': 'the plan',
      'Nothing/': '',
      '2026/May/sheet.csv': 'deep',
    });
  });

  test('a file with the name of a folder gets a number, so that both can be extracted', async () => {
    expect(await unzip({ paths: ['Clash'] })).toEqual({
      'Clash/Same (1)': 'a file beside a folder of its name',
      'Clash/Same/x': 'x',
    });
  });

  test('contract 10.9 a file is sent twice if it and its folder are selected; so are subfolders', async () => {
    const chosen = { sfids: [idOf('taxes')], paths: ['Taxes', 'Taxes/2026'] };
    expect(await unzip(chosen)).toEqual({
      'sheet.csv': 'a,b',
      'Taxes/sheet.csv': 'a,b',
      'Taxes/2026/May/sheet.csv': 'deep',
      '2026/May/sheet.csv': 'deep',
    });
    const reply = await ask(size, chosen);
    expect(await reply.json()).toMatchObject({ data: { count: 4, size: 14, fileSize: '14.0 bytes' } });
  });

  test('an item that is named twice is sent once', async () => {
    expect(await unzip({ sfids: [idOf('plan'), idOf('plan')], paths: ['Nothing', 'Nothing'] })).toEqual({
      'plan.txt': 'the plan',
      'Nothing/': '',
    });
  });

  test('allVersion also sends older versions, with their time in UTC in the name', async () => {
    const expected = {
      'note.txt': 'second',
      'note (2025-12-31 235958).txt': 'looks like a version',
      'note (2025-12-31 235958) (1).txt': 'first',
    };
    const below = Object.entries(expected).map(([name, text]) => [`Versions/${name}`, text]);
    expect(await unzip({ paths: ['Versions'], allVersion: true })).toEqual(Object.fromEntries(below));
    expect(await unzip({ paths: ['Versions'] })).not.toHaveProperty([
      'Versions/note (2025-12-31 235958) (1).txt',
    ]);
    const { name, bytes } = await download({ sfids: [idOf('new')], allVersion: true });
    expect(name).toBe('note.txt.zip');
    expect(await readZip(bytes)).toEqual({ 'note.txt': 'second', 'note (2025-12-31 235958).txt': 'first' });
  });

  test('items in the trash, and those below them, are not sent', async () => {
    expect(await unzip({ paths: ['Half'] })).toEqual({ 'Half/stays.txt': 'stays' });
  });
});

describe('C21 the size of a download', () => {
  test.each<[string, Chosen | (() => Chosen), object]>([
    ['a folder', { paths: ['Taxes'] }, { count: 2, size: 7, fileSize: '7.0 bytes' }],
    ['its direct files', { paths: ['Taxes'], containsSubFolders: false }, { count: 1, size: 3 }],
    ['an empty folder', { paths: ['Nothing'] }, { count: 0, size: 0, fileSize: '0.0 bytes' }],
    ['current versions', { paths: ['Versions'] }, { count: 2, size: 26 }],
    ['every version counts', { paths: ['Versions'], allVersion: true }, { count: 3, size: 31 }],
    ['one file', () => ({ sfids: [idOf('plan')] }), { count: 1, size: 8 }],
    ['a file with its versions', () => ({ sfids: [idOf('new')], allVersion: true }), { count: 2, size: 11 }],
  ])('DOWNLOAD-06 %s', async (_, chosen, expected) => {
    const reply = await ask(size, typeof chosen === 'function' ? chosen() : chosen);
    expect(await reply.json()).toMatchObject({ code: 200, data: expected, errorMessage: null });
  });
});

describe('refusals of C21, C22 and C54', () => {
  const calls = [size, selection, ticket] as const;
  const refusals: [string, () => Chosen, number, string][] = [
    ['an unknown file', () => ({ sfids: [UNKNOWN] }), 404, NOT_FOUND],
    ['an unknown file beside a known one', () => ({ sfids: [idOf('plan'), UNKNOWN] }), 404, NOT_FOUND],
    ['an unknown folder', () => ({ paths: ['Taxes/2027'] }), 404, NOT_FOUND],
    ['an unknown folder beside a known one', () => ({ paths: ['Taxes', 'x'] }), 404, NOT_FOUND],
    ['a path out of the vault', () => ({ paths: ['../Taxes'] }), 404, NOT_FOUND],
    ['a file of another record', () => ({ sfids: [idOf('foreign')] }), 404, NOT_FOUND],
    ['a file in the trash', () => ({ sfids: [idOf('goneAlone')] }), 404, NOT_FOUND],
    ['a file below a folder in the trash', () => ({ sfids: [idOf('gone')] }), 404, NOT_FOUND],
    ['a folder in the trash', () => ({ paths: ['Gone'] }), 404, NOT_FOUND],
    ['a folder below one in the trash', () => ({ paths: ['Gone/Below'] }), 404, NOT_FOUND],
    ['nothing selected', () => ({}), 400, 'Invalid request.'],
    ['the root', () => ({ paths: [''] }), 400, 'Invalid request.'],
    ['a malformed id', () => ({ sfids: ['x'] }), 400, 'Invalid request.'],
    ['a path with a NUL character', () => ({ paths: ['a\0b'] }), 400, 'Invalid request.'],
    ['a closed record', () => ({ linkId: RECORDS.birch, paths: ['Taxes'] }), 403, NO_ACCESS],
  ];
  for (const endpoint of calls) {
    test.each(refusals)(`${endpoint.name} %s`, async (_, chosen, code, errorMessage) => {
      const answer = await (
        await vault.as('downloader')
      ).call(endpoint, {
        body: { linkId, ...chosen() },
      });
      expect(answer).toMatchObject({ status: code, code, data: null, errorMessage });
    });

    test(`PERM ${endpoint.name} needs the right to download`, async () => {
      for (const user of ['reader', 'editor', 'creator', 'noVault'] as const) {
        const call = { body: { linkId, sfids: [idOf('plan')] } } as never;
        expect(await (await vault.as(user)).call(endpoint, call)).toMatchObject({
          status: 403,
          errorMessage: NO_ACCESS,
        });
        expect(await vault.anonymous.call(endpoint, call)).toMatchObject({ status: 401 });
      }
    });

    test.each([
      { sfids: 'x' },
      { sfids: [1] },
      { paths: {} },
      { paths: [null] },
      { allVersion: 'yes' },
      { containsSubFolders: 1 },
      { linkId: 5 },
      { linkId: 'short' },
    ])(`${endpoint.name} a body with %j is an invalid request`, async (wrong) => {
      const body = { linkId, sfids: [idOf('plan')], ...wrong };
      const answer = await (await vault.as('downloader')).call(endpoint, { body } as never);
      expect(answer).toEqual({
        status: 400,
        code: 400,
        data: null,
        errorMessage: 'Invalid request.',
        errorCode: 'VALIDATION_FAILED',
      });
    });
  }

  test('DOWNLOAD-11 a refused download is JSON, so that a client can distinguish it from a file', async () => {
    const reply = await ask(selection, { sfids: [UNKNOWN] });
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(reply.headers.get('content-disposition')).toBeNull();
  });
});

describe('C23 one version', () => {
  const get = async (fileId: string, query = '', user: TestUser = 'downloader') => {
    const { path } = requestOf(version, { params: { sfid: fileId }, query: {} });
    return (await vault.as(user)).fetch(`${path}${query}`, { method: 'POST' });
  };

  test('the current version is sent by default, any other by its id', async () => {
    const current = await get(idOf('new'));
    expect(current.headers.get('content-disposition')).toContain("''note.txt");
    expect(await current.text()).toBe('second');
    expect(await (await get(idOf('old'), `?versionId=${files['old']?.versionId}`)).text()).toBe('first');
    expect(await (await get(idOf('new'), `?versionId=${files['new']?.versionId}`)).text()).toBe('second');
  });

  test('a range of the version is sent', async () => {
    const { path } = requestOf(version, { params: { sfid: idOf('plan') }, query: {} });
    const client = await vault.as('downloader');
    const reply = await client.fetch(path, { method: 'POST', headers: { range: 'bytes=4-' } });
    expect([reply.status, await reply.text()]).toEqual([206, 'plan']);
  });

  const of = (fileId: string, query = '') => ({ fileId, query });
  const notFound = { code: 404, errorMessage: NOT_FOUND };
  test.each([
    ['an unknown file', () => of(UNKNOWN), notFound],
    ['a malformed id', () => of('nonsense'), notFound],
    ['a file in the trash', () => of(idOf('gone')), notFound],
    ['a version of another file', () => of(idOf('plan'), `?versionId=${files['old']?.versionId}`), notFound],
    [
      'a malformed version',
      () => of(idOf('plan'), '?versionId=1'),
      { code: 400, errorMessage: 'Invalid request.' },
    ],
    ['a file of a closed record', () => of(idOf('foreign')), { code: 403, errorMessage: NO_ACCESS }],
  ])('%s is refused', async (_, wanted, refusal) => {
    const { fileId, query } = wanted();
    const reply = await get(fileId, query);
    expect(reply.status).toBe(refusal.code);
    expect(await reply.json()).toMatchObject({ data: null, ...refusal });
  });

  test('a folder is refused', async () => {
    const { folderTree } = await (
      await vault.as('reader')
    ).data(contract.tree.folders, { params: { recordId: linkId } });
    expect((await get(folderTree[0]?.sfid ?? '')).status).toBe(404);
  });

  test('PERM C23 the call needs the right to download', async () => {
    expect((await get(idOf('plan'), '', 'reader')).status).toBe(403);
  });
});

describe('D-38 each sent file is recorded', () => {
  const by = { accessor: USERS.colleague.name, accessorId: USERS.colleague.sfid, content: 'Download' };
  const mine = async (fileId: string) =>
    (await recordsOf(fileId)).filter(({ accessor }) => accessor === by.accessor);

  test('each file of a ZIP gets one record, with its version', async () => {
    const reply = await ask(selection, { paths: ['Taxes'] }, 'colleague');
    await reply.arrayBuffer();
    expect(await mine(idOf('taxes'))).toEqual([{ ...by, versionId: files['taxes']?.versionId }]);
    expect(await mine(idOf('deep'))).toEqual([{ ...by, versionId: files['deep']?.versionId }]);
  });

  test('a size, a refusal and an unsatisfiable range leave no record; a range leaves one', async () => {
    await ask(size, { sfids: [idOf('json')] }, 'colleague');
    await ask(selection, { sfids: [idOf('json'), UNKNOWN] }, 'colleague');
    const { path } = requestOf(version, { params: { sfid: idOf('json') }, query: {} });
    const client = await vault.as('colleague');
    await client.fetch(path, { method: 'POST', headers: { range: 'bytes=500-' } });
    expect(await mine(idOf('json'))).toEqual([]);
    await client.fetch(path, { method: 'POST', headers: { range: 'bytes=5-' } });
    expect(await mine(idOf('json'))).toHaveLength(1);
  });
});
