import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashBearer } from '../platform/tokens/index.ts';
import { USERS } from '../testing/accounts.ts';
import { createClient, signIn } from '../testing/client.ts';
import {
  ACME,
  addressOf,
  createOfficeTestSetup,
  Opened,
  openFile,
  type OfficeTestSetup,
  putFile,
  reopen,
} from '../testing/office-test-setup.ts';
import { createWindows } from './windows.ts';

// Uses real HTTP, PostgreSQL and signed calls, and a log whose lines are checked.

let setup: OfficeTestSetup;
const lines: string[] = [];
beforeAll(async () => {
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      lines.push(piece.toString());
      done();
    },
  });
  setup = await createOfficeTestSetup({ log: pino({ level: 'trace' }, sink) });
});
afterAll(() => setup.close());

const WRITING = [
  ['Lock', 'LOCK', { 'x-wopi-lock': 'a' }],
  ['UnlockAndRelock', 'LOCK', { 'x-wopi-lock': 'a', 'x-wopi-oldlock': 'b' }],
  ['Unlock', 'UNLOCK', { 'x-wopi-lock': 'a' }],
  ['RefreshLock', 'REFRESH_LOCK', { 'x-wopi-lock': 'a' }],
  ['RenameFile', 'RENAME_FILE', { 'x-wopi-requestedname': 'other' }],
  ['DeleteFile', 'DELETE', {}],
] as const;

/** The status of every operation, by name. */
async function statusesOf(file: Opened): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const note = async (name: string, reply: Promise<Response>) => {
    const { status, body } = await reply;
    await body?.cancel();
    statuses[name] = status;
  };
  await note('CheckFileInfo', file.get());
  await note('GetFile', file.get('/contents'));
  await note('GetLock', file.do('GET_LOCK'));
  await note('PutUserInfo', file.do('PUT_USER_INFO', {}, 'x'));
  await note('PutFile', file.put('x', 'a'));
  await note('PutRelativeFile', file.putRelative({ 'x-wopi-suggestedtarget': '.docx' }));
  for (const [name, operation, headers] of WRITING) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a service calls
    await note(name, file.do(operation, headers));
  }
  return statuses;
}

const ALL = ['CheckFileInfo', 'GetFile', 'GetLock', 'PutUserInfo', 'PutFile', 'PutRelativeFile'].concat(
  WRITING.map(([name]) => name),
);
const all = (status: number) => Object.fromEntries(ALL.map((name) => [name, status]));

describe('C58 AccessTokens', () => {
  test.each([
    ['that is malformed', () => 'INVALID'],
    ['that is empty', () => ''],
    ['of JSON', () => Buffer.from('{"grant":"x"}').toString('base64url')],
    ['with one character altered', (token: string) => (token.startsWith('W') ? 'X' : 'W') + token.slice(1)],
    ['without its signature', (token: string) => token.split('.')[0] ?? ''],
    ['of 3,000 characters', () => 'a'.repeat(3000)],
    ['with characters that must be escaped', () => "'; -- \0 %00 \u202E"],
  ])('a token %s gets 401 from every operation', async (_what, make) => {
    const file = await openFile(setup);
    expect(await statusesOf(file.with(make(file.document.accessToken)))).toEqual(all(401));
    expect((await file.get()).status).toBe(200);
  });

  test('a token of another file or another purpose gets 401', async () => {
    const file = await openFile(setup);
    const other = await openFile(setup);
    expect(await statusesOf(file.with(other.document.accessToken))).toEqual(all(401));
    const address = new URL(await addressOf(setup, file.fileId));
    expect((await file.with(address.pathname.split('/').at(-1) ?? '').get()).status).toBe(401);
    const ada = await setup.vault.as('everything');
    expect((await file.with(ada.token ?? '').get()).status).toBe(401);
  });

  test('the token is read from the header too', async () => {
    const file = await openFile(setup);
    const { wopiSource, accessToken } = file.document;
    const { signature } = setup.service.sign(file.document, '', { signedUrl: wopiSource });
    const authorization = `Bearer ${accessToken}`;
    const reply = await fetch(wopiSource, { headers: { ...signature, authorization } });
    expect(reply.status).toBe(200);
  });

  test('the other calls of the vault refuse a WOPI token', async () => {
    const file = await openFile(setup);
    const client = createClient(setup.vault.origin, file.document.accessToken.replaceAll(/[^\w.-]/g, ''));
    const answer = await client.call(contract.session.records, {});
    expect(answer.status).toBe(401);
  });

  test('a view token reads, and never writes', async () => {
    const file = await openFile(setup, { action: 'view' });
    const statuses = await statusesOf(file);
    expect(statuses).toEqual({
      ...all(404),
      CheckFileInfo: 200,
      GetFile: 200,
      GetLock: 200,
      PutUserInfo: 200,
      PutRelativeFile: 501,
    });
    expect(await file.bytes()).toBe('unchanged');
  });

  test('access_token_ttl is the end of the session, after eight hours, in ms since 1970', async () => {
    const file = await openFile(setup);
    const hours = (file.document.accessTokenTtl - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(7);
    expect(hours).toBeLessThanOrEqual(8);
  });

  test('an expired token gets 401', async () => {
    const file = await openFile(setup);
    await sql`update office_grant set expires_at = now() - interval '1 ms' where file_id = ${file.fileId}`.execute(
      setup.vault.database.kysely,
    );
    expect(await statusesOf(file)).toEqual(all(401));
  });

  test('signing out ends all tokens of this session, and no others', async () => {
    const fileId = await putFile(setup, 'session.docx', 'x', { folder: 'Session' });
    const client = await signIn(setup.vault.origin, 'everything');
    const open = async (by: typeof client) => {
      const input = { params: { sfid: fileId }, query: { action: 'edit' } } as const;
      const document = await setup.service.open(await by.data(contract.preview.officeOnline, input));
      return new Opened(setup.service, fileId, document);
    };
    const own = await open(client);
    const other = await open(await setup.vault.as('everything'));
    await client.data(contract.session.signOut, {});
    expect(await statusesOf(own)).toEqual(all(401));
    expect((await other.get()).status).toBe(200);
  });

  test("a window of an issuer's token stays open when the token is replaced, until sign-out", async () => {
    const fileId = await putFile(setup, 'issuer.docx', 'x', { folder: 'Issuer' });
    const deps = {
      ...setup.vault.deps,
      visits: { enter: async () => null, recordView: async () => undefined },
    };
    const token = 'a.signed.token';
    const address = await createWindows(deps).addressOf({
      file: { recordId: ACME, id: fileId, name: 'issuer.docx' },
      action: 'edit',
      opener: { id: USERS.everything.sfid, token },
      origin: setup.vault.origin,
    });
    const file = new Opened(setup.service, fileId, await setup.service.open(address));
    expect(await file.info()).toMatchObject({ UserFriendlyName: 'Ada Byron', UserCanWrite: true });
    expect(Math.round((file.document.accessTokenTtl - Date.now()) / 3_600_000)).toBe(10);
    await sql`insert into ended_token (token_hash, expires_at) values (${hashBearer(token)}, now())`.execute(
      setup.vault.database.kysely,
    );
    expect(await statusesOf(file)).toEqual(all(401));
  });

  test('a withdrawn permission applies to the next call', async () => {
    const file = await openFile(setup, { user: 'editor' });
    await file.lock('a');
    const { kysely } = setup.vault.database;
    const { permissions } = USERS.editor;
    const grant = (value: unknown) =>
      sql`update account set permissions = ${JSON.stringify(value)}::jsonb where id = ${USERS.editor.sfid}`.execute(
        kysely,
      );
    await grant(permissions.map((entry) => ({ ...entry, editable: false })));
    expect(await file.info()).toMatchObject({ UserCanWrite: false, ReadOnly: true });
    expect((await file.put('x', 'a')).status).toBe(404);
    await grant([]);
    expect(await statusesOf(file)).toEqual(all(404));
    await grant(permissions);
    expect((await file.put('x', 'a')).status).toBe(200);
  });

  test('an account that loses access to a record loses access to its files', async () => {
    const file = await openFile(setup, { user: 'creator', action: 'view' });
    const { kysely } = setup.vault.database;
    const account = USERS.creator.sfid;
    await sql`delete from membership where account_id = ${account}`.execute(kysely);
    expect((await file.get()).status).toBe(404);
    await sql`insert into membership (account_id, record_id) values (${account}, ${ACME})`.execute(kysely);
    expect((await file.get()).status).toBe(200);
  });

  test('every operation on a file in the trash gets 404, until it is restored', async () => {
    const file = await openFile(setup, { name: 'trashed.docx', folder: 'Above' });
    const ada = await setup.vault.as('everything');
    const trash = { query: {}, body: { linkId: ACME, sfids: [], paths: ['Above'] } };
    await ada.data(contract.organise.moveToTrash, trash);
    expect(await statusesOf(file)).toEqual(all(404));
    const { rows } = await sql<{ id: string }>`
      select item_id as id from trash where record_id = ${ACME} and original_path = ''`.execute(
      setup.vault.database.kysely,
    );
    await ada.data(contract.trash.restore, { body: rows.map(({ id }) => id) });
    expect((await file.get()).status).toBe(200);
  });

  test('a call on a permanently deleted file gets 401: its tokens are deleted too', async () => {
    const file = await openFile(setup);
    await sql`delete from item where id = ${file.fileId}`.execute(setup.vault.database.kysely);
    expect((await file.get()).status).toBe(401);
  });

  test('a file keeps its address when it is renamed or moved', async () => {
    const file = await openFile(setup, { name: 'before.docx', folder: 'From' });
    await putFile(setup, 'there.docx', 'x', { folder: 'To' });
    const ada = await setup.vault.as('everything');
    const body = { linkId: ACME, sfids: [file.fileId], paths: [], path: 'To' };
    await ada.data(contract.organise.move, { body });
    expect(await file.info()).toMatchObject({ BaseFileName: 'before.docx', BreadcrumbFolderName: 'To' });
  });

  test('the log contains the correlation id of the service', async () => {
    lines.length = 0;
    const file = await openFile(setup);
    await file.do('GET_LOCK', { 'x-wopi-correlationid': 'a1b2-of-the-test' });
    expect(lines.join('')).toContain('"correlation":"a1b2-of-the-test"');
  });

  test('the log never contains a token, page address or secret', async () => {
    lines.length = 0;
    const file = await openFile(setup);
    await statusesOf(file);
    await statusesOf(file.with('INVALID-TOKEN-OF-THE-TEST'));
    await setup.service.call(file.document, '/unknown');
    await setup.service.call(file.document, '', { signing: null });
    const other = await reopen(setup, file.fileId).catch(() => file);
    const ada = await setup.vault.as('everything');
    const body = { formerToken: 'FORMER-TOKEN-OF-THE-TEST' };
    await ada.data(contract.session.continueOfficeWindows, { body });
    const log = lines.join('');
    expect(log).toContain('"status":401');
    for (const secret of [file, other].map(({ document }) => document.accessToken)) {
      expect(log).not.toContain(secret.slice(0, 30));
    }
    expect(log).not.toMatch(/(INVALID|FORMER)-TOKEN-OF-THE-TEST/);
    expect(log).not.toMatch(/access_token|\/office\//);
  });
});
