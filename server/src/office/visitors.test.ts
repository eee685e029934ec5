import { contract, type Item, type Paged } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { grant, revoke } from '../session/index.ts';
import { viewsOf } from '../testing/accesses.ts';
import { USERS } from '../testing/accounts.ts';
import { externalIdOf, makeLink, type StoredLink } from '../testing/links.ts';
import { versionsOf } from '../testing/seeded-items.ts';
import { previewsOf } from './fixtures/looked.ts';
import {
  ACME,
  createOfficeTestSetup,
  Opened,
  type OfficeTestSetup,
  putFile,
} from '../testing/office-test-setup.ts';
import { openLink, type Visitor } from './fixtures/visitors.ts';

// Uses real HTTP, PostgreSQL and signed calls.

const { recipient, links, organise } = contract;

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup();
});
afterAll(() => setup.close());

interface Shared {
  fileId: string;
  link: StoredLink;
  visitor: Visitor;
}

let folders = 0;

/** A document behind a link that allows editing, and a visitor who has opened the link. */
async function share(options: object = {}): Promise<Shared> {
  folders += 1;
  const folder = `Shared ${folders}`;
  const fileId = await putFile(setup, 'plan.docx', 'unchanged', { folder });
  const link = await makeLink(setup.vault, { paths: [folder], edit: true, ...options });
  return { fileId, link, visitor: await openLink(setup, link) };
}

const editUrl = async (visitor: Visitor, fileId: string) => {
  const externalId = await externalIdOf(setup.vault, fileId);
  return visitor.ask<string | null>(recipient.editAddress, { params: { externalId } });
};

async function edit({ visitor, fileId }: Shared): Promise<Opened> {
  const { data } = await editUrl(visitor, fileId);
  return new Opened(setup.service, fileId, await setup.service.open(data ?? ''));
}

describe('C49 editing behind a link', () => {
  test('GUARD-41 saves share the scanner by link, with all of its visitors', async () => {
    const scanning = vi.spyOn(setup.vault.deps.scanner, 'scan');
    const shared = await share();
    for (const visitor of [shared.visitor, await openLink(setup, shared.link)]) {
      const file = await edit({ ...shared, visitor });
      expect((await file.lock('mine')).status).toBe(200);
      expect((await file.put('saved', 'mine')).status).toBe(200);
    }
    expect(scanning.mock.calls.map(([, sender]) => sender)).toEqual([shared.link.id, shared.link.id]);
    scanning.mockRestore();
  });

  test("RECIP-05 a visitor can edit if the link allows it; each save is the visitor's version", async () => {
    const shared = await share();
    const file = await edit(shared);
    const info = await file.info();
    expect(info).toMatchObject({
      BaseFileName: 'plan.docx',
      UserCanWrite: true,
      UserFriendlyName: 'Public',
      IsAnonymousUser: true,
      UserCanRename: false,
      UserCanNotWriteRelative: true,
      SupportsRename: false,
      SupportsDeleteFile: false,
      SupportsUserInfo: false,
      DisablePrint: true,
      DisableExport: true,
    });
    // A visitor does not see the path in the vault.
    expect(JSON.stringify(info)).not.toMatch(/Shared \d|fld\w{15}|usr\w{15}/);
    await file.lock('mine');
    expect((await file.put('by a visitor', 'mine')).status).toBe(200);
    const [newest] = await versionsOf(setup.vault.database, shared.fileId);
    expect(newest).toMatchObject({ createdBy: 'Public', createdById: null, sizeBytes: 12 });
  });

  test('the versions saved by a verified recipient show the e-mail address', async () => {
    const shared = await share();
    await sql`update visit set email = 'zoe@example.test' where link_id = ${shared.link.id}`.execute(
      setup.vault.database.kysely,
    );
    const file = await edit(shared);
    const info = await file.info();
    expect(info).toMatchObject({
      UserFriendlyName: 'zoe@example.test',
      UserId: expect.stringMatching(/^[\da-f]{64}$/) as unknown,
    });
    await file.lock('mine');
    await file.put('x', 'mine');
    const [newest] = await versionsOf(setup.vault.database, shared.fileId);
    expect(newest?.createdBy).toBe('zoe@example.test');
    expect(await file.info()).toMatchObject({ UserId: info['UserId'] });
  });

  test('with the download right a visitor can print and save copies', async () => {
    const file = await edit(await share({ allowDownload: true }));
    expect(await file.info()).not.toHaveProperty('DisablePrint');
  });

  test.each([
    ['RenameFile', 'RENAME_FILE', { 'x-wopi-requestedname': 'mine' }],
    ['DeleteFile', 'DELETE', {}],
    ['PutUserInfo', 'PUT_USER_INFO', {}],
    ['PutRelativeFile', 'PUT_RELATIVE', { 'x-wopi-suggestedtarget': '.docx' }],
  ])('%s gets 501: a link only shows existing files', async (_what, operation, headers) => {
    const file = await edit(await share());
    expect((await file.do(operation, headers, 'x')).status).toBe(501);
  });

  test('C45 the list shows what can be edited; without the edit right there is no address', async () => {
    const shared = await share({ edit: false });
    const { data } = await shared.visitor.ask<Paged<Item>>(recipient.list, {
      query: { path: `Shared ${folders}` },
    });
    expect(data.content).toMatchObject([{ viewable: true, editable: true }]);
    expect((await editUrl(shared.visitor, shared.fileId)).code).toBe(403);
  });

  test('a visitor gets no editing address of a file that is not shared', async () => {
    const shared = await share();
    const other = await putFile(setup, 'secret.docx', 'x', { folder: 'Not shared' });
    expect((await editUrl(shared.visitor, other)).code).toBe(404);
  });
});

describe('C58 each call of a visitor passes the gate', () => {
  const statuses = async (file: Opened) => [
    (await file.get()).status,
    (await file.get('/contents')).status,
    (await file.put('x', 'mine')).status,
  ];

  async function editing(): Promise<{ shared: Shared; file: Opened }> {
    const shared = await share();
    const file = await edit(shared);
    await file.lock('mine');
    return { shared, file };
  }

  test('D-28 a deleted link gets 401', async () => {
    const { shared, file } = await editing();
    const ada = await setup.vault.as('everything');
    await ada.data(links.remove, { params: { recordId: ACME, id: shared.link.id } });
    expect(await statuses(file)).toEqual([401, 401, 401]);
    expect(await versionsOf(setup.vault.database, shared.fileId)).toHaveLength(1);
  });

  test('an expired link gets 401, and so does an ended visit', async () => {
    const first = await editing();
    const { kysely } = setup.vault.database;
    await sql`update link set expires_at = now() - interval '1 ms' - interval '1 ms' where id = ${first.shared.link.id}`.execute(
      kysely,
    );
    expect(await statuses(first.file)).toEqual([401, 401, 401]);
    const second = await editing();
    await sql`update visit set expires_at = now() - interval '1 ms' where link_id = ${second.shared.link.id}`.execute(
      kysely,
    );
    expect(await statuses(second.file)).toEqual([401, 401, 401]);
  });

  test('a link that no longer allows editing allows viewing only', async () => {
    const { shared, file } = await editing();
    await sql`update link set allow_edit = false where id = ${shared.link.id}`.execute(
      setup.vault.database.kysely,
    );
    expect(await statuses(file)).toEqual([200, 200, 404]);
    expect(await file.info()).toMatchObject({ UserCanWrite: false });
  });

  test('GUARD-11 without share of the maker each call gets 401, without edit the window is read-only', async () => {
    const { file } = await editing();
    const lose = async (word: 'share' | 'edit') => {
      const rights = { words: [word], records: [], newRecords: [] };
      await revoke(setup.vault.deps, USERS.everything.sfid, rights);
      const refused = await statuses(file);
      await grant(setup.vault.deps, USERS.everything.sfid, rights);
      return refused;
    };
    expect(await lose('share')).toEqual([401, 401, 401]);
    expect(await lose('edit')).toEqual([200, 200, 404]);
    expect(await statuses(file)).toEqual([200, 200, 200]);
  });

  test('a file that is moved out of the share, or to the trash, gets 404', async () => {
    const { shared, file } = await editing();
    await putFile(setup, 'there.docx', 'x', { folder: 'Elsewhere' });
    const ada = await setup.vault.as('everything');
    const body = { linkId: ACME, sfids: [shared.fileId], paths: [], path: 'Elsewhere' };
    await ada.data(organise.move, { body });
    expect(await statuses(file)).toEqual([404, 404, 404]);
    const second = await editing();
    await ada.data(organise.moveToTrash, { query: { ids: second.shared.fileId } });
    expect(await statuses(second.file)).toEqual([404, 404, 404]);
  });

  test('access_token_ttl is the end of the visit, after an hour', async () => {
    const { file } = await editing();
    const minutes = (file.document.accessTokenTtl - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  test("PREVIEW-34 USE-13 each opening is in the file's history and is a view of the link", async () => {
    const { shared } = await editing();
    await edit(shared);
    expect(await previewsOf(setup, shared.fileId)).toMatchObject([
      { accessor: 'Public', accessorId: null, content: 'Preview' },
      { accessor: 'Public', accessorId: null, content: 'Preview' },
    ]);
    expect(await viewsOf(setup.vault.database, shared.link.id)).toEqual(['View', 'Preview', 'Preview']);
  });
});
