import { contract, MIB } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDS, type TestUser, USERS } from '../testing/accounts.ts';
import { signIn } from '../testing/client.ts';
import {
  ACME,
  addressOf,
  createOfficeTestSetup,
  openFile,
  type OfficeTestSetup,
  putFile,
  reopen,
} from '../testing/office-test-setup.ts';
import { previewsOf } from './fixtures/looked.ts';

// Uses real HTTP, PostgreSQL and an office service that shows its page in the frame.

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup();
});
afterAll(() => setup.close());

const ask = async (sfid: string, action: 'edit' | 'view', user: TestUser = 'everything') =>
  (await setup.vault.as(user)).call(contract.preview.officeOnline, { params: { sfid }, query: { action } });

const itemOf = async (name: string, parentFolder: string) => {
  const client = await setup.vault.as('everything');
  const { content } = await client.data(contract.files.list, {
    params: { recordId: ACME },
    query: { parentFolder, size: 100 },
  });
  return content.find((item) => item.name === name);
};

describe('C30 with an office service', () => {
  test('PREVIEW-07 PREVIEW-21 the call returns the address of an office window, to view or edit', async () => {
    const id = await putFile(setup, 'plan.docx');
    for (const action of ['view', 'edit'] as const) {
      const { data } = await ask(id, action);
      expect(data).toMatch(new RegExp(`^${setup.vault.origin}/office/[\\w.-]+$`));
      const opened = await setup.service.open(data);
      expect(opened.wopiSource).toBe(`${setup.vault.origin}/wopi/files/${id}`);
      const { pathname, searchParams } = new URL(opened.program, setup.service.url);
      expect([pathname, searchParams.get('do')]).toEqual(['/program', action]);
      const info = await (await setup.service.call(opened, '', { method: 'GET' })).json();
      expect(info).toMatchObject({ UserCanWrite: action === 'edit' });
    }
  });

  test("PREVIEW-08 the address is '' for files that the service does not support", async () => {
    const ids = await Promise.all(
      ['text.txt', 'old.xls', 'old.doc', 'slides.odp', 'picture.png'].map((name) => putFile(setup, name)),
    );
    const [txt = '', xls = '', doc = '', odp = '', png = ''] = ids;
    for (const id of [txt, xls, odp, png]) {
      expect([(await ask(id, 'view')).data, (await ask(id, 'edit')).data]).toEqual(['', '']);
    }
    expect((await ask(doc, 'view')).data).toContain('/office/');
    expect((await ask(doc, 'edit')).data).toBe('');
  });

  test('PREVIEW-20 PREVIEW-32 the list shows what the service can view and edit', async () => {
    for (const name of ['a.docx', 'B.XLSX', 'c.doc', 'd.xls', 'e.txt', 'f.odt', 'noext']) {
      await putFile(setup, name, 'x', { folder: 'Kinds' });
    }
    const client = await setup.vault.as('reader');
    const { content } = await client.data(contract.files.list, {
      params: { recordId: ACME },
      query: { parentFolder: 'Kinds', sort: 'name,asc', size: 50 },
    });
    expect(content.map(({ name, viewable, editable }) => `${name} ${viewable} ${editable}`)).toEqual([
      'a.docx true true',
      'B.XLSX true true',
      'c.doc true false',
      'd.xls false false',
      'e.txt false false',
      'f.odt false false',
      'noext false false',
    ]);
    const folder = await itemOf('Kinds', '');
    expect([folder?.viewable, folder?.editable]).toEqual([false, false]);
    const found = await client.data(contract.files.list, {
      params: { recordId: ACME },
      query: { parentFolder: '', name: 'B.XLSX', searchCriteria: 'NAME', allFolder: 'true' },
    });
    expect(found.content).toMatchObject([{ name: 'B.XLSX', viewable: true, editable: true }]);
  });

  test('PREVIEW-22 LIMIT-17 an Office file over the limit has no address, for viewing and editing', async () => {
    const id = await putFile(setup, 'large.xlsx');
    const { kysely } = setup.vault.database;
    const grow = (bytes: number) =>
      sql`update item set size_bytes = ${bytes} where id = ${id}`.execute(kysely);
    await grow(20 * MIB + 1);
    for (const action of ['view', 'edit'] as const) {
      expect(await ask(id, action)).toMatchObject({
        status: 400,
        errorMessage: 'You cannot edit or preview this file because it exceeds the file size limit.',
      });
    }
    await grow(20 * MIB);
    expect((await ask(id, 'edit')).data).toContain('/office/');
  });

  test('E11 E4 a missing permission, a closed record and a missing file are refused', async () => {
    const id = await putFile(setup, 'rights.docx');
    const foreign = await putFile(setup, 'foreign.docx', 'x', { recordId: RECORDS.birch });
    expect((await ask(id, 'edit', 'reader')).status).toBe(403);
    expect((await ask(id, 'view', 'reader')).status).toBe(200);
    expect((await ask(foreign, 'view')).status).toBe(403);
    expect((await ask('filNobody000000000', 'view')).status).toBe(404);
  });
});

describe('the window of an opened file', () => {
  test('the window is a page with one frame, which gets the token by POST; CSP allows no more', async () => {
    const id = await putFile(setup, 'A "quoted" <b>name.docx');
    const reply = await fetch(await addressOf(setup, id), {
      headers: { 'accept-language': 'de-CH,de;q=0.9' },
    });
    const html = await reply.text();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).toContain('<title>A &quot;quoted&quot; &lt;b&gt;name.docx</title>');
    expect(html).not.toContain('<b>');
    expect(html).toContain(`<link rel="icon" href="${setup.service.url}/favicon.ico">`);
    const action = / action="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const program = new URL(action);
    expect(Object.fromEntries(program.searchParams)).toEqual({
      do: 'edit',
      ui: 'de-CH',
      rs: 'de-CH',
      IsLicensedUser: '1',
      WOPISrc: `${setup.vault.origin}/wopi/files/${id}`,
    });
    const policy = reply.headers.get('content-security-policy') ?? '';
    const { url } = setup.service;
    expect(policy.split('; ').map((rule) => rule.replace(/nonce-[^']*/, 'nonce'))).toEqual([
      "default-src 'none'",
      "script-src 'nonce'",
      "style-src 'nonce'",
      `img-src 'self' ${url}`,
      `frame-src ${url}`,
      `form-action ${url}`,
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(html).toContain(
      "'allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation '",
    );
  });

  test('the window belongs to the first browser, which can load it again; others get 403', async () => {
    const address = await addressOf(setup, await putFile(setup, 'mine.docx'));
    const first = await fetch(address);
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^vault_off\w{15}=[\w-]{43}; Path=\/office\/; Expires=.*; HttpOnly; SameSite=Lax$/,
    );
    expect((await fetch(address)).status).toBe(403);
    expect((await fetch(address, { headers: { cookie: 'vault_other=x' } })).status).toBe(403);
    const [pair = ''] = cookie.split(';');
    const again = await fetch(address, { headers: { cookie: `theme=dark; ${pair}` } });
    expect([again.status, again.headers.get('set-cookie')]).toEqual([200, null]);
  });

  test('the office window does not open for a program that sends a HEAD request', async () => {
    const address = await addressOf(setup, await putFile(setup, 'probed.docx'));
    const probe = await fetch(address, { method: 'HEAD' });
    expect([probe.status, probe.headers.get('set-cookie')]).toEqual([404, null]);
    expect((await fetch(address)).status).toBe(200);
  });

  test('a person has at most 500 windows; the oldest are deleted, unopened ones first', async () => {
    const { kysely } = setup.vault.database;
    const id = await putFile(setup, 'looped.docx');
    const opened = await reopen(setup, id, { user: 'editor' });
    const address = await addressOf(setup, id, { user: 'editor' });
    await sql`
      insert into office_grant (id, record_id, file_id, action, account_id, token_hash, is_session, expires_at, opens_until)
      select 'off' || lpad(n::text, 15, '0'), record_id, file_id, action, account_id, token_hash, is_session, expires_at,
        opens_until
      from office_grant, generate_series(1, 600) n where file_id = ${id} and browser_hash is null`.execute(
      kysely,
    );
    const others = await reopen(setup, id);
    const newest = await addressOf(setup, id, { user: 'editor' });
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from office_grant where account_id = ${USERS.editor.sfid}`.execute(kysely);
    expect(rows[0]?.count).toBe(500);
    expect((await fetch(address)).status).toBe(403);
    expect((await fetch(newest)).status).toBe(200);
    expect([(await opened.get()).status, (await others.get()).status]).toEqual([200, 200]);
  });

  test('the office window opens within five minutes', async () => {
    const id = await putFile(setup, 'late.docx');
    const address = await addressOf(setup, id);
    await sql`update office_grant set opens_until = now() - interval '1 ms' where file_id = ${id}`.execute(
      setup.vault.database.kysely,
    );
    const reply = await fetch(address);
    expect([reply.status, await reply.text()]).toEqual([
      403,
      expect.stringContaining('This window has expired'),
    ]);
  });

  test('USE-03 the office window reports an ended session after the sign-out', async () => {
    const id = await putFile(setup, 'ended.docx');
    const client = await signIn(setup.vault.origin, 'everything');
    const address = await client.data(contract.preview.officeOnline, {
      params: { sfid: id },
      query: { action: 'edit' },
    });
    const first = await fetch(address);
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
    await client.data(contract.session.signOut, {});
    const again = await fetch(address, { headers: { cookie } });
    expect([again.status, await again.text()]).toEqual([
      403,
      expect.stringContaining('Your session has ended'),
    ]);
  });

  test.each(['x', 'a.b', '%00', 'x'.repeat(490), '..%2f', '\'"<script>'])(
    'shows an error page for the address %j',
    async (token) => {
      const reply = await fetch(`${setup.vault.origin}/office/${token}`);
      expect([403, 404]).toContain(reply.status);
      expect(await reply.text()).not.toContain('<script>');
    },
  );

  test('PREVIEW-34 a window counts as one preview of its version, however often it is loaded', async () => {
    const id = await putFile(setup, 'counted.docx');
    const address = await addressOf(setup, id);
    expect(await previewsOf(setup, id)).toEqual([]);
    const first = await fetch(address);
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
    await fetch(address, { headers: { cookie } });
    const { versionId } = (await itemOf('counted.docx', '')) ?? {};
    expect(await previewsOf(setup, id)).toEqual([
      { accessor: 'Ada Byron', accessorId: 'usrAda000000000000', versionId, content: 'Preview' },
    ]);
  });

  test('a view window, and a window without the right to write, are for viewing only', async () => {
    const id = await putFile(setup, 'weaker.docx');
    const address = await addressOf(setup, id);
    const looking = await setup.service.open(`${address}?action=view`);
    const info = (await setup.service.call(looking, '', { method: 'GET' })).json();
    expect(await info).toMatchObject({
      UserCanWrite: false,
      HostViewUrl: expect.stringMatching(/\?action=view$/) as unknown,
    });
    const view = await addressOf(setup, id, { action: 'view' });
    const asked = await setup.service.open(`${view}?action=edit`);
    expect(asked.program).toContain('do=view');
    expect(await (await setup.service.call(asked, '', { method: 'GET' })).json()).toMatchObject({
      ReadOnly: true,
    });
  });

  test('the office window shows an error page for a file in the trash', async () => {
    const id = await putFile(setup, 'gone.docx');
    const address = await addressOf(setup, id);
    await (await setup.vault.as('everything')).data(contract.organise.moveToTrash, { query: { ids: id } });
    const reply = await fetch(address);
    expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('cannot be opened')]);
  });

  test('HostViewUrl and HostEditUrl open the same window in this browser', async () => {
    const id = await putFile(setup, 'switch.docx');
    const address = await addressOf(setup, id);
    const first = await fetch(address);
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
    const file = await reopen(setup, id);
    const { HostViewUrl, HostEditUrl } = await file.info();
    expect(HostEditUrl).not.toBe(address);
    expect((await fetch(String(HostViewUrl))).status).toBe(403);
    expect((await fetch(`${address}?action=view`, { headers: { cookie } })).status).toBe(200);
  });
});

describe('an office service that is unavailable', () => {
  test('the window reports the outage, with a way to retry; lists still work', async () => {
    let offset = 0;
    const other = await createOfficeTestSetup({ clock: { now: () => new Date(Date.now() + offset) } });
    try {
      const id = await putFile(other, 'plan.docx');
      const address = await addressOf(other, id);
      offset = 60_000;
      other.service.faultyReply = (response) => response.writeHead(503).end();
      const first = await fetch(address);
      expect([first.status, await first.text()]).toEqual([503, expect.stringContaining('Try again')]);
      // The supported actions are still cached.
      expect(await addressOf(other, id)).toContain('/office/');
      offset = 120_000;
      other.service.faultyReply = null;
      const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
      expect((await fetch(address, { headers: { cookie } })).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('the outage does not prevent a running editor from saving', async () => {
    const file = await openFile(setup);
    await file.lock('mine');
    setup.service.faultyReply = (response) => response.destroy();
    try {
      expect((await file.put('saved', 'mine')).status).toBe(200);
    } finally {
      setup.service.faultyReply = null;
    }
  });
});
