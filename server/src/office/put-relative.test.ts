import { MAX_TEXT } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeUtf7, encodeUtf7 } from '../platform/wopi/index.ts';
import { EICAR } from '../platform/scanner/index.ts';
import { SETTINGS } from '../testing/app.ts';
import { rowOf, versionsOf } from '../testing/seeded-items.ts';
import {
  createOfficeTestSetup,
  type Opened,
  openFile,
  type OfficeTestSetup,
  refusalOf,
  siblingsOf,
} from '../testing/office-test-setup.ts';

// Based on the groups PutRelativeFile and PutRelativeFileUnsupported of Microsoft's validator.

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup({ settings: { ...SETTINGS, maxUploadBytes: 100_000 } });
});
afterAll(() => setup.close());

const suggested = (name: string) => ({ 'x-wopi-suggestedtarget': name });
const exact = (name: string, overwrite?: boolean) => ({
  'x-wopi-relativetarget': name,
  ...(overwrite !== undefined && { 'x-wopi-overwriterelativetarget': String(overwrite) }),
});

interface Written {
  Name: string;
  Url: string;
  HostViewUrl: string;
  HostEditUrl: string;
}

/** The reply of a PutRelativeFile that must succeed. */
async function written(file: Opened, headers: Record<string, string>, body = 'a copy'): Promise<Written> {
  const reply = await file.putRelative(headers, body);
  if (reply.status !== 200) throw new Error(`PutRelativeFile: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Written;
}

describe('C58 PutRelativeFile', () => {
  test('SuggestedExtension: the new file has the name of the file with another extension', async () => {
    const file = await openFile(setup, { name: 'plan.docx' });
    const { Name, Url, HostViewUrl, HostEditUrl } = await written(file, suggested('.wopitestx'));
    expect(Name).toBe('plan.wopitestx');
    for (const address of [Url, HostViewUrl, HostEditUrl]) expect(URL.canParse(address)).toBe(true);
    const copy = file.follow(Url);
    expect(await copy.info()).toMatchObject({ BaseFileName: 'plan.wopitestx', UserCanWrite: true });
    expect(await copy.bytes()).toBe('a copy');
    expect(copy.fileId).not.toBe(file.fileId);
    expect(await file.bytes()).toBe('unchanged');
  });

  test('the token in the Url is valid for the new file only', async () => {
    const file = await openFile(setup);
    const copy = file.follow((await written(file, suggested('other.docx'))).Url);
    expect((await file.with(copy.document.accessToken).get()).status).toBe(401);
    expect((await copy.with(file.document.accessToken).get()).status).toBe(401);
  });

  test('SuggestedName and SuggestedNameConflict: an existing name gets a number', async () => {
    const file = await openFile(setup);
    const names = [];
    for (let n = 0; n < 3; n += 1) names.push((await written(file, suggested('madeupname.docx'))).Name);
    expect(names).toEqual(['madeupname.docx', 'madeupname (1).docx', 'madeupname (2).docx']);
  });

  test('four concurrent calls with one suggested name create four files', async () => {
    const file = await openFile(setup);
    const made = await Promise.all([1, 2, 3, 4].map(() => written(file, suggested('same.docx'))));
    expect(new Set(made.map(({ Name }) => Name)).size).toBe(4);
  });

  test.each([
    ['Zoë Müller.docx', 'Zoe Muller.docx'],
    ['a/b\\c:d?.docx', 'a_b_c_d_.docx'],
    ['王.docx', 'original.docx'],
    ['...', 'original...'],
    ['. .docx', 'original. .docx'],
    ['.../../../etc/passwd', 'original.../../../etc/passwd'],
    [`${'x'.repeat(600)}.docx`, `${'x'.repeat(MAX_TEXT - 5)}.docx`],
    ['   spaced   .docx', 'spaced   .docx'],
    ['tab\there.docx', 'tab_here.docx'],
    ['📄.docx', 'original.docx'],
  ])('a suggested name is never refused: %j', async (name, expected) => {
    const file = await openFile(setup, { name: 'original.docx' });
    const { Name } = await written(file, suggested(encodeUtf7(name)));
    expect(Name).not.toMatch(/[/\\:?]/);
    if (!/[/\\]/.test(expected)) expect(Name.replace(/ \(\d+\)/, '')).toBe(expected);
    expect(await siblingsOf(setup, file.fileId)).toContain(Name);
  });

  test('the setting unicode keeps names of every script', async () => {
    const other = await createOfficeTestSetup({ settings: { ...SETTINGS, nameCharacters: 'unicode' } });
    try {
      const file = await openFile(other);
      expect((await written(file, suggested(encodeUtf7('Zoë 王 📄.docx')))).Name).toBe('Zoë 王 📄.docx');
      expect((await written(file, exact(encodeUtf7('Straße + Weg.docx')))).Name).toBe('Straße + Weg.docx');
    } finally {
      await other.close();
    }
  });

  test.each([undefined, true, false])(
    'RelativeName: the exact name; overwriting (%s) has no effect for a new name',
    async (overwrite) => {
      const file = await openFile(setup);
      const { Name, Url } = await written(file, exact('madeup_name.wopitestx', overwrite));
      expect(Name).toBe('madeup_name.wopitestx');
      expect((await file.follow(Url).get()).status).toBe(200);
    },
  );

  test.each([undefined, false])(
    'RelativeNameConflict without overwriting (%s) gets 409, with a free name',
    async (overwrite) => {
      const file = await openFile(setup);
      await written(file, exact('taken+-.docx'));
      const reply = await file.putRelative(exact('taken+-.docx', overwrite));
      expect(refusalOf(reply)).toEqual([409, '']);
      const free = reply.headers.get('x-wopi-validrelativetarget') ?? '';
      expect(decodeUtf7(free)).toBe('taken+ (1).docx');
      expect((await written(file, exact(free))).Name).toBe('taken+ (1).docx');
    },
  );

  test('RelativeNameConflictOverwriteTrue: the file of that name gets a new version', async () => {
    const file = await openFile(setup);
    const first = await written(file, exact('target.docx'), 'one');
    const second = await written(file, exact('target.docx', true), 'two');
    const target = file.follow(second.Url);
    expect([target.fileId, await target.bytes()]).toEqual([file.follow(first.Url).fileId, 'two']);
    expect(await versionsOf(setup.vault.database, target.fileId)).toHaveLength(2);
    expect((await file.follow(first.Url).get()).status).toBe(200);
  });

  test('RelativeNameConflictOverwriteTrueLocked: a locked file is not overwritten', async () => {
    const file = await openFile(setup);
    const target = file.follow((await written(file, exact('target.docx'), 'one')).Url);
    await target.lock('LockString');
    expect(refusalOf(await file.putRelative(exact('target.docx', true)))).toEqual([409, 'LockString']);
    expect(refusalOf(await file.putRelative(exact('target.docx')))).toEqual([409, 'LockString']);
    expect(await target.bytes()).toBe('one');
  });

  test('a file cannot overwrite itself while it is locked', async () => {
    const file = await openFile(setup, { name: 'self.docx' });
    await file.lock('mine');
    expect(refusalOf(await file.putRelative(exact('self.docx', true)))).toEqual([409, 'mine']);
  });

  test('ConflictingHeaders: both kinds of names in one call get 501', async () => {
    const file = await openFile(setup);
    const reply = await file.putRelative({ ...exact('a.docx'), ...suggested('b.docx') });
    expect(reply.status).toBe(501);
  });

  test('a call without a name gets 400', async () => {
    const file = await openFile(setup);
    expect((await file.putRelative({})).status).toBe(400);
  });

  test.each(['a/b.docx', '..', '', 'Zoë.docx', `${'x'.repeat(513)}.docx`, ' .docx ', 'a\u202Eb.docx'])(
    'a call with the forbidden exact name %j gets 400 and a proposed name',
    async (name) => {
      const file = await openFile(setup, { name: 'original.docx' });
      const reply = await file.putRelative(exact(encodeUtf7(name)));
      if (reply.status === 200) {
        // HTTP removes the space at the end of the header: the received name is allowed.
        expect(((await reply.json()) as Written).Name).toBe(name.trim());
        return;
      }
      expect(reply.status).toBe(400);
      const valid = reply.headers.get('x-wopi-validrelativetarget') ?? '';
      expect([200, 409]).toContain((await file.putRelative(exact(valid))).status);
    },
  );

  test("the new file is in the same folder, with the person's name", async () => {
    const file = await openFile(setup, { user: 'colleague', folder: 'Deep/Down' });
    const copy = file.follow((await written(file, suggested('beside.docx'))).Url);
    expect(await siblingsOf(setup, file.fileId)).toContain('beside.docx');
    const row = await rowOf(setup.vault.database, copy.fileId);
    expect(row).toMatchObject({ modifiedBy: 'Ben Carter', category: 'Other', versionCount: 1 });
  });

  test("an X-WOPI-Size that differs from the body's length gets 400", async () => {
    const file = await openFile(setup);
    const reply = await file.putRelative({ ...suggested('sized.docx'), 'x-wopi-size': '7' }, 'six by');
    expect(reply.status).toBe(400);
    expect(await siblingsOf(setup, file.fileId)).toHaveLength(1);
    expect(
      (await file.putRelative({ ...suggested('sized.docx'), 'x-wopi-size': '6' }, 'six by')).status,
    ).toBe(200);
  });

  test('a virus gets 422, a body over the limit gets 413, and no file is created', async () => {
    const file = await openFile(setup);
    expect((await file.putRelative(suggested('virus.docx'), EICAR)).status).toBe(422);
    expect((await file.putRelative(suggested('large.docx'), 'x'.repeat(100_001))).status).toBe(413);
    expect(await siblingsOf(setup, file.fileId)).toHaveLength(1);
  });

  test('the address of a new file opens a window for this file', async () => {
    const file = await openFile(setup);
    const { HostEditUrl } = await written(file, suggested('window.docx'));
    const opened = await setup.service.open(HostEditUrl);
    const reply = await setup.service.call(opened, '', { method: 'GET' });
    expect(await reply.json()).toMatchObject({ BaseFileName: 'window.docx', UserCanWrite: true });
  });
});

describe('C58 PutRelativeFileUnsupported', () => {
  const unsupported: [string, Record<string, string>][] = [
    ['SuggestedExtension', suggested('.wopitestx')],
    ['SuggestedName', suggested('name.docx')],
    ['RelativeName', exact('name.docx')],
    ['RelativeNameOverwriteTrueNoEffect', exact('name.docx', true)],
    ['RelativeNameOverwriteFalseNoEffect', exact('name.docx', false)],
    ['ConflictingHeaders', { ...exact('a.docx'), ...suggested('b.docx') }],
  ];

  test.each(unsupported)('%s gets 501 without the right to create files', async (_what, headers) => {
    for (const options of [{ user: 'editor' }, { user: 'everything', action: 'view' }] as const) {
      const file = await openFile(setup, options);
      expect(await file.info()).toMatchObject({ UserCanNotWriteRelative: true });
      expect((await file.putRelative(headers)).status).toBe(501);
      expect(await siblingsOf(setup, file.fileId)).toHaveLength(1);
    }
  });
});
