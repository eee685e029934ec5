import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Registry } from 'prom-client';
import { buildApp } from '../app.ts';
import { USERS } from '../testing/accounts.ts';
import type { WopiCall } from './call.ts';
import { lock as lockFile } from './locking.ts';
import { createWindows } from './windows.ts';
import {
  ACME,
  createOfficeTestSetup,
  openFile,
  type OfficeTestSetup,
  refusalOf,
  reopen,
} from '../testing/office-test-setup.ts';

// Based on the groups of Microsoft's validator (TestCases.xml). Real: HTTP, PostgreSQL, signed calls.

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup();
});
afterAll(() => setup.close());

const LONG = '1234567890'.repeat(103).slice(0, 1024);

describe('C58 Locks', () => {
  test.each([
    ['of 256 characters', LONG.slice(0, 256)],
    ['of 1,024 characters (ExtendedLockLength)', LONG],
    ['of JSON, as Office sends it', '{"S":"0136ad16-9725","E":2,"M":"DE997C5AC4E6","P":"6058AF1E-A36F"}'],
    ['with every character that a header allows', String.raw`!"#$%&'()*+,-./:;<=>?@[\]^_{|}~ end`],
  ])('a lock %s is stored unchanged', async (_what, lock) => {
    const file = await openFile(setup);
    expect((await file.lock(lock)).status).toBe(200);
    const held = await file.do('GET_LOCK');
    expect([held.status, held.headers.get('x-wopi-lock')]).toEqual([200, lock]);
    expect((await file.unlock(lock)).status).toBe(200);
  });

  test.each([
    ['missing', {}],
    ['empty', { 'x-wopi-lock': '' }],
    ['of 1,025 characters', { 'x-wopi-lock': `${LONG}5` }],
  ])('a lock that is %s gets 400, and nothing is locked', async (_what, headers) => {
    const file = await openFile(setup);
    for (const operation of ['LOCK', 'UNLOCK', 'REFRESH_LOCK']) {
      expect((await file.do(operation, headers)).status).toBe(400);
    }
    expect((await file.do('GET_LOCK')).headers.get('x-wopi-lock')).toBe('');
  });

  test('Lock, RefreshLock, UnlockAndRelock and Unlock succeed one after the other', async () => {
    const file = await openFile(setup);
    const steps = [
      await file.lock('first'),
      await file.do('REFRESH_LOCK', { 'x-wopi-lock': 'first' }),
      await file.do('LOCK', { 'x-wopi-lock': 'second', 'x-wopi-oldlock': 'first' }),
      await file.unlock('second'),
    ];
    expect(steps.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('a second Lock call with the same lock id renews the lock', async () => {
    const file = await openFile(setup);
    expect((await file.lock('mine')).status).toBe(200);
    await age(file.fileId, '20 minutes');
    expect((await file.lock('mine')).status).toBe(200);
    expect(await minutesLeft(file.fileId)).toBe(30);
  });

  test('Lock with another lock id gets 409 and the present lock, with a reason', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    const reply = await file.lock('other');
    expect(refusalOf(reply)).toEqual([409, 'mine']);
    expect(reply.headers.get('x-wopi-lockfailurereason')).toBe('Another lock holds the file.');
    expect((await file.unlock('mine')).status).toBe(200);
  });

  test.each([
    ['Unlock', 'UNLOCK', { 'x-wopi-lock': 'other' }],
    ['RefreshLock', 'REFRESH_LOCK', { 'x-wopi-lock': 'other' }],
    ['UnlockAndRelock', 'LOCK', { 'x-wopi-lock': 'new', 'x-wopi-oldlock': 'other' }],
    ['UnlockAndRelock with an empty old lock', 'LOCK', { 'x-wopi-lock': 'new', 'x-wopi-oldlock': '' }],
  ])(
    '%s with another lock gets 409 and the present lock, which is empty without one',
    async (_what, operation, headers) => {
      const file = await openFile(setup);
      const unlocked = await file.do(operation, headers);
      expect(refusalOf(unlocked)).toEqual([409, '']);
      expect(unlocked.headers.get('x-wopi-lockfailurereason')).toBe('The file is not locked.');
      await file.lock('mine');
      expect(refusalOf(await file.do(operation, headers))).toEqual([409, 'mine']);
      expect((await file.unlock('mine')).status).toBe(200);
    },
  );

  test('UnlockAndRelock changes the lock: the old id is no longer valid', async () => {
    const file = await openFile(setup);
    await file.lock('first');
    await file.do('LOCK', { 'x-wopi-lock': 'second', 'x-wopi-oldlock': 'first' });
    expect((await file.do('GET_LOCK')).headers.get('x-wopi-lock')).toBe('second');
    expect(refusalOf(await file.unlock('first'))).toEqual([409, 'second']);
    expect((await file.unlock('second')).status).toBe(200);
  });

  test('every editor can renew and release a lock', async () => {
    const file = await openFile(setup);
    await file.lock('shared');
    const colleague = await reopen(setup, file.fileId, { user: 'colleague' });
    expect((await colleague.do('REFRESH_LOCK', { 'x-wopi-lock': 'shared' })).status).toBe(200);
    expect((await colleague.unlock('shared')).status).toBe(200);
  });

  test('one of many concurrent locks succeeds, and the others get 409 with its id', async () => {
    for (let round = 0; round < 5; round += 1) {
      const file = await openFile(setup);
      const replies = await Promise.all(['a', 'b', 'c', 'd'].map((lock) => file.lock(lock)));
      const won = replies.findIndex(({ status }) => status === 200);
      const held = 'abcd'.charAt(won);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const reply of replies.filter((_reply, n) => n !== won)) {
        expect(refusalOf(reply)).toEqual([409, held]);
      }
    }
  });

  test("a lock expires after 30 minutes by the database's clock", async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    expect(await minutesLeft(file.fileId)).toBe(30);
    await age(file.fileId, '30 minutes');
    expect((await file.do('GET_LOCK')).headers.get('x-wopi-lock')).toBe('');
    for (const operation of ['UNLOCK', 'REFRESH_LOCK']) {
      expect(refusalOf(await file.do(operation, { 'x-wopi-lock': 'mine' }))).toEqual([409, '']);
    }
    expect((await file.lock('other')).status).toBe(200);
  });

  test('a lock survives a restart, and is valid on every server of the vault', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    const second = await buildApp({ ...setup.vault.deps, metrics: new Registry() });
    try {
      await second.listen({ host: '127.0.0.1', port: 0 });
      const { port } = second.server.address() as { port: number };
      const wopiSource = file.document.wopiSource.replace(/:\d+/, `:${port}`);
      const other = { ...file.document, wopiSource };
      const headers = { 'x-wopi-override': 'LOCK', 'x-wopi-lock': 'other' };
      expect(refusalOf(await setup.service.call(other, '', { headers }))).toEqual([409, 'mine']);
    } finally {
      await second.close();
    }
  });

  test('GetLock also works for a reader, and changes nothing', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    const looking = await reopen(setup, file.fileId, { user: 'reader', action: 'view' });
    expect((await looking.do('GET_LOCK')).headers.get('x-wopi-lock')).toBe('mine');
  });

  test('locking or opening a file that is permanently deleted at that moment gets 404', async () => {
    const deps = {
      ...setup.vault.deps,
      visits: { enter: async () => null, recordView: async () => undefined },
    };
    const file = { recordId: ACME, id: 'filGone00000000000', name: 'gone.docx' };
    const request = { headers: { 'x-wopi-lock': 'mine' } };
    const call = { request, file, actor: { may: { write: true } } } as unknown as WopiCall;
    await expect(lockFile(deps, call)).rejects.toMatchObject({ code: 404 });
    const { token } = await setup.vault.as('everything');
    const opener = { id: USERS.everything.sfid, token: token ?? '' };
    const opened = { file, action: 'edit' as const, opener, origin: setup.vault.origin };
    await expect(createWindows(deps).addressOf(opened)).rejects.toMatchObject({ code: 404 });
  });

  test('a permanent deletion deletes the lock of the file', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    await sql`delete from item where id = ${file.fileId}`.execute(setup.vault.database.kysely);
    const { rows } = await sql`select 1 from office_lock where file_id = ${file.fileId}`.execute(
      setup.vault.database.kysely,
    );
    expect(rows).toEqual([]);
  });
});

async function age(fileId: string, by: string): Promise<void> {
  await sql`
    update office_lock set expires_at = expires_at - ${by}::interval where file_id = ${fileId}`.execute(
    setup.vault.database.kysely,
  );
}

async function minutesLeft(fileId: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from expires_at - now()) / 60)::int as minutes
    from office_lock where file_id = ${fileId}`.execute(setup.vault.database.kysely);
  return rows[0]?.minutes ?? 0;
}
