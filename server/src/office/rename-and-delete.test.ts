import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeUtf7 } from '../platform/wopi/index.ts';
import { lockRecord } from '../tree/index.ts';
import {
  ACME,
  createOfficeTestSetup,
  type Opened,
  openFile,
  type OfficeTestSetup,
  putFile,
  refusalOf,
  siblingsOf,
} from '../testing/office-test-setup.ts';

// Based on the group RenameFileIfCreateChildFileIsNotSupported of Microsoft's validator.

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup();
});
afterAll(() => setup.close());

describe('C58 RenameFileIfCreateChildFileIsNotSupported', () => {
  const rename = (file: Opened, name: string, lock?: string) =>
    file.do('RENAME_FILE', {
      'x-wopi-requestedname': name,
      ...(lock !== undefined && { 'x-wopi-lock': lock }),
    });
  const nameOf = async (reply: Response) => ((await reply.json()) as { Name: string }).Name;

  test('RenameShouldSucceed, and the extension stays', async () => {
    const file = await openFile(setup, { name: 'ValidatorTestFile.wopitest.docx' });
    const reply = await rename(file, 'ValidatorTestFileRenamed');
    expect([reply.status, await nameOf(reply)]).toEqual([200, 'ValidatorTestFileRenamed']);
    expect(await file.info()).toMatchObject({
      BaseFileName: 'ValidatorTestFileRenamed.docx',
      FileExtension: '.docx',
    });
  });

  test('a locked file is renamed only with its lock', async () => {
    const file = await openFile(setup, { name: 'locked.docx' });
    await file.lock('LockString');
    expect(refusalOf(await rename(file, 'other'))).toEqual([409, 'LockString']);
    expect(refusalOf(await rename(file, 'other', 'IncorrectLockString'))).toEqual([409, 'LockString']);
    expect((await rename(file, 'other', 'LockString')).status).toBe(200);
    expect((await file.do('GET_LOCK')).headers.get('x-wopi-lock')).toBe('LockString');
    expect((await file.put('saved', 'LockString')).status).toBe(200);
  });

  test('an existing name gets a number', async () => {
    const file = await openFile(setup, { name: 'mine.docx', folder: 'Names' });
    await putFile(setup, 'taken.docx', 'x', { folder: 'Names' });
    expect(await nameOf(await rename(file, 'taken'))).toBe('taken (1)');
    expect(await siblingsOf(setup, file.fileId)).toEqual(['taken (1).docx', 'taken.docx']);
  });

  test('a rename to the present name changes nothing', async () => {
    const file = await openFile(setup, { name: 'Same.docx' });
    expect(await nameOf(await rename(file, 'Same'))).toBe('Same');
    expect(await nameOf(await rename(file, 'same'))).toBe('same');
    expect(await file.info()).toMatchObject({ BaseFileName: 'same.docx' });
  });

  test('a typed extension is not added twice', async () => {
    const file = await openFile(setup);
    expect(await nameOf(await rename(file, 'typed.DOCX'))).toBe('typed');
    expect(await file.info()).toMatchObject({ BaseFileName: 'typed.docx' });
  });

  test('a rename keeps versions, dates and the time of the file', async () => {
    const file = await openFile(setup);
    const before = await file.info();
    await rename(file, 'another name');
    const after = await file.info();
    expect(after).toEqual({
      ...before,
      BaseFileName: 'another name.docx',
      BreadcrumbDocName: 'another name.docx',
    });
  });

  test.each(['a/b', 'Zoë', '', '   ', 'x'.repeat(396), '.docx', 'a\u0000b'])(
    'a name that is not allowed gets 400, with X-WOPI-InvalidFileNameError: %j',
    async (name) => {
      const file = await openFile(setup, { name: 'kept.docx' });
      const reply = await rename(file, encodeUtf7(name));
      expect(reply.status).toBe(400);
      expect(reply.headers.get('x-wopi-invalidfilenameerror')).toMatch(/^[\x20-\x7e]{10,}$/);
      expect(await file.info()).toMatchObject({ BaseFileName: 'kept.docx' });
    },
  );

  test('RenamingADeletedFileShouldReturnA404: a rename of a deleted file gets 404', async () => {
    const file = await openFile(setup);
    expect((await file.do('DELETE')).status).toBe(200);
    expect((await rename(file, 'other')).status).toBe(404);
  });

  test('DeleteFile moves the file to the trash, and is refused while it is locked', async () => {
    const file = await openFile(setup, { name: 'deleted.docx' });
    await file.lock('mine');
    expect(refusalOf(await file.do('DELETE'))).toEqual([409, 'mine']);
    await file.unlock('mine');
    expect((await file.do('DELETE')).status).toBe(200);
    expect((await file.do('DELETE')).status).toBe(404);
    const { rows } = await sql`
      select deleted_by from trash where item_id = ${file.fileId}`.execute(setup.vault.database.kysely);
    expect(rows).toEqual([{ deletedBy: 'Ada Byron' }]);
  });

  test('DeleteFile is refused when another caller takes the lock while the call waits', async () => {
    const file = await openFile(setup);
    const { database } = setup.vault;
    const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const busy = database.transaction(async (tx) => {
      await lockRecord(tx, ACME);
      taken.resolve();
      await free.promise;
    });
    await taken.promise;
    const deletion = file.do('DELETE');
    const waiting = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        database.kysely,
      );
      return rows.length;
    };
    await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
    expect((await file.lock('mine')).status).toBe(200);
    free.resolve();
    await busy;
    expect(refusalOf(await deletion)).toEqual([409, 'mine']);
    expect((await file.put('saved', 'mine')).status).toBe(200);
  });
});

describe('C58 unsupported operations', () => {
  test.each([
    'GET_SHARE_URL',
    'ADD_ACTIVITIES',
    'COBALT',
    'READ_SECURE_STORE',
    'GET_RESTRICTED_LINK',
    'REVOKE_RESTRICTED_LINK',
    'PUT',
    'constructor',
    '',
  ])('X-WOPI-Override %j gets 501', async (operation) => {
    const file = await openFile(setup);
    expect((await file.do(operation, {}, 'x')).status).toBe(501);
  });

  test('another operation on the contents, and other addresses, get 501', async () => {
    const file = await openFile(setup);
    const reply = await setup.service.call(file.document, '/contents', {
      headers: { 'x-wopi-override': 'LOCK', 'x-wopi-lock': 'x' },
    });
    expect(reply.status).toBe(501);
    for (const [path, method] of [
      ['/ancestry', 'GET'],
      ['/ecosystem_pointer', 'GET'],
      ['/contents', 'PUT'],
      ['', 'DELETE'],
    ] as const) {
      expect((await setup.service.call(file.document, path, { method })).status).toBe(501);
    }
    expect((await fetch(`${setup.vault.origin}/wopi/containers/x`)).status).toBe(501);
  });
});
