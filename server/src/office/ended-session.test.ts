import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { USERS } from '../testing/accounts.ts';
import { type Client, signIn } from '../testing/client.ts';
import { versionsOf } from '../testing/seeded-items.ts';
import {
  ACME,
  createOfficeTestSetup,
  Opened,
  type OfficeTestSetup,
  putFile,
  reopen,
  siblingsOf,
} from '../testing/office-test-setup.ts';
import { createWindows } from './windows.ts';

// Uses real HTTP, PostgreSQL, the blob store and signed calls. Delays happen in the scan of a body.

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup();
});
afterAll(() => setup.close());
afterEach(() => vi.restoreAllMocks());

let folders = 0;

/** A file that a user opens for editing in a new session. */
async function openAs(user: 'everything' | 'editor'): Promise<{ file: Opened; client: Client }> {
  folders += 1;
  const fileId = await putFile(setup, 'long.docx', 'unchanged', { folder: `Ended ${folders}` });
  const client = await signIn(setup.vault.origin, user);
  const asked = { params: { sfid: fileId }, query: { action: 'edit' } } as const;
  const document = await setup.service.open(await client.data(contract.preview.officeOnline, asked));
  return { file: new Opened(setup.service, fileId, document), client };
}

/** Runs an action while the bytes of the next call are scanned. */
function whileSaving(happens: () => Promise<unknown>): void {
  const { scanner } = setup.vault.deps;
  const scan = scanner.scan.bind(scanner);
  vi.spyOn(scanner, 'scan').mockImplementationOnce(async (source) => {
    await happens();
    return scan(source);
  });
}

test('a save is refused when the user signs out during it', async () => {
  const { file, client } = await openAs('everything');
  await file.lock('a');
  whileSaving(() => client.data(contract.session.signOut, {}));
  expect((await file.put('too late', 'a')).status).toBe(401);
  expect(await versionsOf(setup.vault.database, file.fileId)).toHaveLength(1);
  expect(await (await reopen(setup, file.fileId)).bytes()).toBe('unchanged');
});

test('a copy is refused and returns no token when the user signs out during it', async () => {
  const { file, client } = await openAs('everything');
  whileSaving(() => client.data(contract.session.signOut, {}));
  const reply = await file.putRelative({ 'x-wopi-suggestedtarget': 'copy.docx' });
  expect([reply.status, await reply.text()]).toEqual([401, '']);
  expect(await siblingsOf(setup, file.fileId)).toEqual(['long.docx']);
});

test('a save is refused when the user loses the permission during it', async () => {
  const { file } = await openAs('editor');
  await file.lock('a');
  const set = (permissions: unknown) =>
    sql`update account set permissions = ${JSON.stringify(permissions)}::jsonb
      where id = ${USERS.editor.sfid}`.execute(setup.vault.database.kysely);
  whileSaving(() => set(USERS.editor.permissions.map((entry) => ({ ...entry, editable: false }))));
  expect((await file.put('too late', 'a')).status).toBe(404);
  expect((await file.get()).status).toBe(200);
  await set(USERS.editor.permissions);
  expect(await file.bytes()).toBe('unchanged');
});

test('a window that is requested during sign-out never opens', async () => {
  const fileId = await putFile(setup, 'late.docx', 'x', { folder: 'Late' });
  const client = await signIn(setup.vault.origin, 'everything');
  await client.data(contract.session.signOut, {});
  const deps = {
    ...setup.vault.deps,
    visits: { enter: async () => null, recordView: async () => undefined },
  };
  const address = await createWindows(deps).addressOf({
    file: { recordId: ACME, id: fileId, name: 'late.docx' },
    action: 'edit',
    opener: { id: USERS.everything.sfid, token: client.token ?? '' },
    origin: setup.vault.origin,
  });
  expect(address).toBe('');
});
