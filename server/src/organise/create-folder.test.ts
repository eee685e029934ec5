import { contract, type Item } from '@vault/contract';
import { anyText } from '@vault/contract/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { answerOf } from '../testing/client.ts';
import { countersOf, seedVault } from '../testing/vault.ts';

let vault: TestApp;
const recordId = RECORDS.acme;
const params = { recordId };
const { createFolder, moveToTrash } = contract.organise;
const AT = new Date('2026-11-20T23:59:59.999Z');

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const create = async (query: { name?: string; path?: string }) =>
  (await vault.as('creator')).call(createFolder, { params, query });
const E1 = 'Please enter the file or folder name.';
const E2 =
  "The characters allowed in file names include letters (A-Z, a-z), numbers (0-9), spaces, and the following symbols: ( _ - . ! # $ % & ' () + , = ~).";
const P3 = 'The name cannot exceed 255 characters.';
const E3 = {
  status: 409,
  code: 409,
  data: null,
  errorMessage: 'The folder has already existed.',
  errorCode: 'NAME_EXISTS',
};
const E4 = {
  status: 404,
  code: 404,
  data: null,
  errorMessage: 'File or folder does not exist.',
  errorCode: 'NOT_FOUND',
};
const P16 = {
  status: 400,
  code: 400,
  data: null,
  errorMessage: 'Invalid request.',
  errorCode: 'VALIDATION_FAILED',
};

describe('C05 a new folder', () => {
  it('the new folder is in the list and the tree', async () => {
    const { folderIds } = await seedVault(vault.database, [], { recordId, folders: ['Parent'] });
    const answer = await create({ name: 'Child', path: 'Parent' });
    const item: Item = {
      sfid: expect.stringMatching(/^fld[0-9A-Za-z]{15}$/),
      name: 'Child',
      showType: 'folder',
      fileType: 'folder',
      fileSize: '0.0 bytes',
      size: 0,
      createddate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      uploadedBy: 'Dan Evans',
      versionCount: 0,
      viewable: false,
      editable: false,
      sizeLimitFlag: false,
      externalId: null,
      versionId: null,
      folderPath: 'Parent/Child',
      parentFolderSfid: folderIds.get('Parent')!,
    };
    expect(answer).toEqual({ status: 200, code: 200, data: item, errorMessage: null });

    const client = await vault.as('creator');
    const list = await client.data(contract.files.list, { params, query: { parentFolder: 'Parent' } });
    expect(list).toEqual({ content: [answer.data], totalElements: 1, numberOfElements: 1 });
    const { folderTree } = await client.data(contract.tree.folders, { params });
    const parent = folderTree.find((node) => node.name === 'Parent');
    expect(parent?.children).toMatchObject([
      { sfid: answer.data.sfid, folderPath: 'Parent/Child', children: [] },
    ]);
  });

  it('D-17 shareToClient, category and the date are stored; the default is today in UTC', async () => {
    const late = await createTestApp({ clock: { now: () => AT } });
    try {
      const client = await late.as('creator');
      await client.data(createFolder, { params, query: { name: 'Today' } });
      const query = {
        name: 'Given',
        shareToClient: 'false',
        category: 'Tax',
        asOfDate: '2024-02-29',
      } as const;
      await client.data(createFolder, { params, query });
      const { rows } = await sql`
        select name, share_to_client, category, as_of_date from item
        where name in ('Given', 'Today') order by name`.execute(late.database.kysely);
      expect(rows).toEqual([
        { name: 'Given', shareToClient: false, category: 'Tax', asOfDate: '2024-02-29' },
        { name: 'Today', shareToClient: true, category: 'Other', asOfDate: '2026-11-20' },
      ]);
    } finally {
      await late.close();
    }
  });

  it('NAME-07 D-10 the name can equal that of a file, in another case, or in another folder', async () => {
    await seedVault(vault.database, [{ name: 'Same' }], { recordId });
    expect(await create({ name: 'Same' })).toMatchObject({ code: 200 });
    expect(await create({ name: 'same' })).toMatchObject({ code: 200 });
    expect(await create({ name: 'Same', path: 'Same' })).toMatchObject({ code: 200 });
    expect(await create({ name: 'Same' })).toEqual(E3);
    expect(await create({ name: '  Same  ' })).toEqual(E3);
  });

  it('T-59 D-24 the name can equal that of a folder in the trash', async () => {
    const first = await create({ name: 'Again' });
    const editor = await vault.as('editor');
    await editor.data(moveToTrash, { query: { ids: first.data.sfid } });
    const second = await create({ name: 'Again' });
    expect(second).toMatchObject({ code: 200 });
    expect(second.data.sfid).not.toBe(first.data.sfid);
  });

  it('E3 one of 20 concurrent calls for one folder succeeds, 19 get E3', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Race' })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 409)).toEqual(Array.from({ length: 19 }, () => E3));
    const { kept, counted } = await countersOf(vault.database, recordId);
    expect(kept).toEqual(counted);
  });
});

/** The case, the name, the expected message. */
type RefusedName = [what: string, name: string | undefined, errorMessage: string];

describe('NAME names of a new folder', () => {
  it.each<RefusedName>([
    ['FOLDER-02 no name', undefined, E1],
    ['FOLDER-02 an empty text', '', E1],
    ['FOLDER-04 spaces', '   ', E1],
    ['NAME-10 a dot', '.', E2],
    ['NAME-10 two dots', '..', E2],
    ['NAME-10 three dots', ' ... ', E2],
    ...Array.from('/\\:*?"<>|;@[]{}^`éß王\u0000\u0007\u202e\u{1F600}', (character): RefusedName => [
      `NAME-01 ${JSON.stringify(character)}`,
      `a${character}b`,
      E2,
    ]),
    ['FOLDER-03 256 characters', 'x'.repeat(256), P3],
  ])('the call refuses %s', async (_, name, errorMessage) => {
    const answer = await create({ ...(name !== undefined && { name }) });
    expect(answer).toMatchObject({ status: 400, code: 400, data: null, errorMessage });
  });

  it.each([
    ['FOLDER-03 255 characters', 'x'.repeat(255), 'x'.repeat(255)],
    ['FOLDER-04 spaces around it, trimmed', '  trimmed  ', 'trimmed'],
    ['NAME-01 every symbol', "_ - . # ! $ % & ' ( ) + , = ~", "_ - . # ! $ % & ' ( ) + , = ~"],
    ['T-55 characters that an address must encode', '50%&more=1+1#x', '50%&more=1+1#x'],
    ['a leading dot', '.hidden', '.hidden'],
    ['a name like an id', 'fldAAAAAAAAAAAAAAA', 'fldAAAAAAAAAAAAAAA'],
    ['a property name of JavaScript', '__proto__', '__proto__'],
  ])('the call accepts %s', async (_, name, stored) => {
    const answer = await create({ name });
    expect(answer).toMatchObject({ code: 200, data: { name: stored, folderPath: stored } });
    const list = await (
      await vault.as('creator')
    ).call(contract.files.list, {
      params,
      query: { parentFolder: stored },
    });
    expect(list).toMatchObject({ code: 200, data: { totalElements: 0 } });
  });

  it('contract 10.20 the setting unicode allows letters of every language', async () => {
    const settings = { ...vault.deps.settings, nameCharacters: 'unicode' as const };
    const unicode = await createTestApp({ settings });
    try {
      const client = await unicode.as('creator');
      const named = (name: string) => client.call(createFolder, { params, query: { name } });
      expect(await named('Zoe\u0308 王')).toMatchObject({ code: 200, data: { name: 'Zo\u00EB 王' } });
      expect(await named('Zo\u00EB 王')).toEqual(E3);
      const query = { name: 'in', path: 'Zoe\u0308 王' };
      expect(await client.call(createFolder, { params, query })).toMatchObject({
        code: 200,
        data: { folderPath: 'Zo\u00EB 王/in' },
      });
      expect(await named('a\u202Eb')).toMatchObject({
        code: 400,
        errorMessage: 'The name contains characters that cannot be used in file names.',
      });
    } finally {
      await unicode.close();
    }
  });
});

describe('the order of the refusals of C05', () => {
  const everythingWrong = { name: 'a/b', path: 'none' };
  const E11 = 'You do not have access to Document Vault';
  it.each([
    ['anonymous', recordId, everythingWrong, 401, 'Please sign in again.'],
    ['noVault', recordId, everythingWrong, 403, E11],
    ['reader', recordId, everythingWrong, 403, E11],
    ['editor', recordId, everythingWrong, 403, E11],
    ['outsider', recordId, everythingWrong, 403, E11],
    ['creator', USERS.everything.sfid, everythingWrong, 403, E11],
    ['creator', 'x', everythingWrong, 404, E4.errorMessage],
    ['creator', recordId, everythingWrong, 400, E2],
    ['creator', recordId, { name: 'a', path: 'none' }, 404, E4.errorMessage],
    ['creator', recordId, { name: 'a', path: '..' }, 404, E4.errorMessage],
  ] as const)('%s, record %s, %j: %d', async (...row) => {
    const [user, record, query, code, errorMessage] = row;
    const client = user === 'anonymous' ? vault.anonymous : await vault.as(user);
    const answer = await client.call(createFolder, { params: { recordId: record }, query });
    expect(answer).toMatchObject({ status: code, code, data: null, errorMessage });
  });

  it.each([
    'shareToClient=maybe',
    'asOfDate=2026-02-30',
    'asOfDate=0000-01-01',
    'asOfDate=today',
    `category=${'x'.repeat(401)}`,
    'name=a&name=b',
    'category=%00',
  ])('contract 10.3 %s gets P16, and no folder is created', async (query) => {
    const path = createFolder.path.replace(':recordId', recordId);
    const before = await countersOf(vault.database, recordId);
    const response = await (
      await vault.as('creator')
    ).fetch(`${path}?name=Wrong&${query}`, { method: 'POST' });
    expect(await answerOf(response)).toEqual(P16);
    expect(await countersOf(vault.database, recordId)).toEqual(before);
  });

  it('the widest range of dates is accepted', async () => {
    for (const asOfDate of ['0001-01-01', '9999-12-31']) {
      const client = await vault.as('creator');
      const query = { name: asOfDate, asOfDate };
      expect(await client.call(createFolder, { params, query })).toMatchObject({ code: 200 });
    }
  });

  it('folders cannot be nested deeper than 200 levels', async () => {
    const path = Array.from({ length: 200 }, (_, n) => `${n}`).join('/');
    await seedVault(vault.database, [], { recordId, folders: [path] });
    expect(await create({ name: 'more', path })).toMatchObject({
      code: 400,
      errorMessage: 'Folders cannot be nested deeper than 200 levels.',
    });
  });

  it('the call withstands any name and path', async () => {
    const text = fc.oneof(fc.string(), anyText(), fc.constantFrom('', '/', '..', 'a/b', '%', '\0'));
    await fc.assert(
      fc.asyncProperty(text, text, async (name, path) => {
        const { code, errorMessage } = await create({ name, path });
        expect([200, 400, 404, 409]).toContain(code);
        if (code !== 200) expect(errorMessage).toBeTruthy();
      }),
      { numRuns: 150 },
    );
    const { kept, counted } = await countersOf(vault.database, recordId);
    expect(kept).toEqual(counted);
  });
});
