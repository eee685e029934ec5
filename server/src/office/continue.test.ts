import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashBearer } from '../platform/tokens/index.ts';
import { type TestUser, USERS } from '../testing/accounts.ts';
import { type Client, createClient, signIn } from '../testing/client.ts';
import {
  createOfficeTestSetup,
  Opened,
  type OfficeTestSetup,
  putFile,
} from '../testing/office-test-setup.ts';

// Uses real HTTP, PostgreSQL, the blob store and signed calls.

const { session, preview } = contract;

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup();
});
afterAll(() => setup.close());

const db = () => setup.vault.database.kysely;
const signInAs = (user: TestUser) => signIn(setup.vault.origin, user);

/** A document that is open in the window of one browser. */
interface Window {
  file: Opened;
  /** Loads the page of the window again. */
  reload(): Promise<Response>;
  /** Loads the page again and opens the document with its form. */
  reopen(): Promise<Opened>;
}

let folders = 0;

async function openAs(client: Client): Promise<Window> {
  folders += 1;
  const fileId = await putFile(setup, 'long.docx', 'unchanged', { folder: `Continued ${folders}` });
  const address = await client.data(preview.officeOnline, {
    params: { sfid: fileId },
    query: { action: 'edit' },
  });
  const first = await fetch(address);
  const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
  const reopen = async () => new Opened(setup.service, fileId, await setup.service.open(address, { cookie }));
  return { file: await reopen(), reload: () => fetch(address, { headers: { cookie } }), reopen };
}

const save = async ({ file }: Window, text = 'saved') => {
  await file.lock('mine');
  return (await file.put(text, 'mine')).status;
};

const continueFrom = (client: Client, formerToken: string | null) =>
  client.data(session.continueOfficeWindows, { body: { formerToken: formerToken ?? '' } });

/** A window whose session has ended, and the token of that session. */
async function endedWindow(user: TestUser = 'everything'): Promise<{ window: Window; formerToken: string }> {
  const former = await signInAs(user);
  const window = await openAs(former);
  await former.data(session.signOut, {});
  return { window, formerToken: former.token ?? '' };
}

const hoursUntilEnd = ({ document }: Opened) => (document.accessTokenTtl - Date.now()) / 3_600_000;

describe('USE-03 C76 after another sign-in of the same account', () => {
  test('the next save of an open window succeeds, and its page can be loaded again', async () => {
    const { window, formerToken } = await endedWindow();
    expect(await save(window)).toBe(401);
    expect((await window.reload()).status).toBe(403);
    const client = await signInAs('everything');
    expect(await save(window)).toBe(401);
    expect(await continueFrom(client, formerToken)).toEqual({ windows: 1 });
    expect(await save(window, 'after the end')).toBe(200);
    expect((await window.reload()).status).toBe(200);
    expect(await (await window.reopen()).bytes()).toBe('after the end');
  });

  test('windows of an expired session continue, also after the session is deleted', async () => {
    const former = await signInAs('everything');
    const windows = [await openAs(former), await openAs(former)] as const;
    const ofFormer = sql`token_hash = ${hashBearer(former.token ?? '')}`;
    await sql`update session set expires_at = now() - interval '1 ms' where ${ofFormer}`.execute(db());
    expect(await save(windows[0])).toBe(401);
    await sql`delete from session where ${ofFormer}`.execute(db());
    const client = await signInAs('everything');
    expect(await continueFrom(client, former.token)).toEqual({ windows: 2 });
    expect(await save(windows[0])).toBe(200);
    expect(await save(windows[1])).toBe(200);
  });

  test('access_token_ttl is the end of the present session, at most ten hours after opening', async () => {
    const former = await signInAs('everything');
    const window = await openAs(former);
    const nearly = sql`now() + interval '1 hour'`;
    const endOf = (client: Client) => sql`
      update session set expires_at = ${nearly}, ends_at = ${nearly} where token_hash = ${hashBearer(client.token ?? '')}`;
    await endOf(former).execute(db());
    expect(Math.round(hoursUntilEnd(await window.reopen()))).toBe(1);
    const client = await signInAs('everything');
    await continueFrom(client, former.token);
    expect(Math.round(hoursUntilEnd(await window.reopen()))).toBe(8);
    await sql`
      update session set ends_at = now() + interval '20 hours'
      where token_hash = ${hashBearer(client.token ?? '')}`.execute(db());
    expect(Math.round(hoursUntilEnd(await window.reopen()))).toBe(10);
  });

  test('current permissions apply: without the edit permission a save is refused', async () => {
    const { window, formerToken } = await endedWindow('editor');
    const client = await signInAs('editor');
    await continueFrom(client, formerToken);
    const grant = (value: unknown) =>
      sql`update account set permissions = ${JSON.stringify(value)}::jsonb
        where id = ${USERS.editor.sfid}`.execute(db());
    const { permissions } = USERS.editor;
    await grant(permissions.map((entry) => ({ ...entry, editable: false })));
    expect(await save(window)).toBe(404);
    await grant(permissions);
    expect(await save(window)).toBe(200);
  });

  test('signing out ends the continued windows', async () => {
    const { window, formerToken } = await endedWindow();
    const client = await signInAs('everything');
    await continueFrom(client, formerToken);
    await client.data(session.signOut, {});
    expect(await save(window)).toBe(401);
    const again = createClient(setup.vault.origin, formerToken);
    const body = { formerToken: client.token ?? '' };
    expect((await again.call(session.continueOfficeWindows, { body })).code).toBe(401);
    expect(await save(window)).toBe(401);
  });

  test('windows continue with a token that replaces a session before its end', async () => {
    const former = await signInAs('everything');
    const window = await openAs(former);
    const client = await signInAs('everything');
    expect(await continueFrom(client, former.token)).toEqual({ windows: 1 });
    await former.data(session.signOut, {});
    expect(await save(window)).toBe(200);
  });

  test('windows continue through several sessions', async () => {
    const { window, formerToken } = await endedWindow();
    const second = await signInAs('everything');
    await continueFrom(second, formerToken);
    await second.data(session.signOut, {});
    const third = await signInAs('everything');
    expect(await continueFrom(third, formerToken)).toEqual({ windows: 0 });
    expect(await continueFrom(third, second.token)).toEqual({ windows: 1 });
    expect(await save(window)).toBe(200);
  });
});

describe('USE-03 C76 moves nothing', () => {
  test('a call for another account moves no window', async () => {
    const { window, formerToken } = await endedWindow();
    const colleague = await signInAs('colleague');
    expect(await continueFrom(colleague, formerToken)).toEqual({ windows: 0 });
    expect(await save(window)).toBe(401);
    expect(await continueFrom(await signInAs('everything'), formerToken)).toEqual({ windows: 1 });
  });

  test.each([
    ['empty', ''],
    ['unknown', 'x'.repeat(43)],
    ['a malformed token', "'; -- \0 %00 \u202E"],
    ['with the form of a JWT', 'a.b.c'],
    ['very long', 'x'.repeat(20_000)],
  ])('a call with a token that is %s moves no window', async (_what, token) => {
    const { window } = await endedWindow();
    expect(await continueFrom(await signInAs('everything'), token)).toEqual({ windows: 0 });
    expect(await save(window)).toBe(401);
  });

  test('a call that names its own token as the former one moves no window', async () => {
    const client = await signInAs('everything');
    const window = await openAs(client);
    expect(await continueFrom(client, client.token)).toEqual({ windows: 0 });
    expect(await save(window)).toBe(200);
  });

  test('expired windows are not moved', async () => {
    const { window, formerToken } = await endedWindow();
    await sql`update office_grant set expires_at = now() - interval '1 ms'
      where file_id = ${window.file.fileId}`.execute(db());
    expect(await continueFrom(await signInAs('everything'), formerToken)).toEqual({ windows: 0 });
    expect(await save(window)).toBe(401);
  });

  test('a repeated call moves no window; of concurrent callers one gets all windows', async () => {
    const former = await signInAs('everything');
    const windows = [await openAs(former), await openAs(former), await openAs(former)];
    await former.data(session.signOut, {});
    const pages = await Promise.all(Array.from({ length: 4 }, () => signInAs('everything')));
    const moved = await Promise.all(
      [...pages, ...pages].map(async (page) => (await continueFrom(page, former.token)).windows),
    );
    expect(moved.filter((count) => count > 0)).toEqual([3]);
    for (const window of windows) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a service calls
      expect(await save(window)).toBe(200);
    }
  });
});
