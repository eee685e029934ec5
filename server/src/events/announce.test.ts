import { contract, type Endpoint, requestOf } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createClient } from '../testing/client.ts';
import { makeLink } from '../testing/links.ts';
import { hearAll, type LiveStream, openQuietStream } from './fixtures/live-stream.ts';
import type { Asking } from '../testing/permission-asking.ts';
import { REQUESTS } from '../testing/permission-requests.ts';
import { signInKeeper, type Keeper } from '../testing/places.ts';
import { newUid, put, scan, sendFolder, stage, transfer } from '../testing/upload-pipeline.ts';
import { rawZip } from '../testing/raw-zip.ts';

/**
 * The event types that each changing call announces to open pages, by its name. The test fails for a
 * call that is missing here. An empty text means that the call changes nothing in lists, trees, links and trash; the
 * test checks that as well.
 */
const TELLS: Readonly<Record<string, string>> = {
  'session.signIn': '',
  'organise.createFolder': 'list tree',
  'organise.renameFolder': 'list tree',
  'organise.renameFile': 'list',
  'organise.mergeFile': 'list',
  'organise.moveToTrash': 'list trash',
  // the location of a link is that of its target
  'organise.move': 'links list',
  'organise.moveMerging': 'links list',
  'organise.copy': 'list',
  'organise.copyMerging': 'list',
  'files.settings': '',
  'upload.prepare': '',
  'upload.scan': '',
  // without an upload; uploads are tested below
  'upload.transfer': '',
  'download.size': '',
  'download.selection': '',
  'download.version': '',
  'sharing.shareLink': 'links',
  'sharing.shareByEmail': 'links',
  'sharing.requestLink': 'links',
  'sharing.requestByEmail': 'links',
  'versions.remove': 'list',
  'versions.makeCurrent': 'list',
  'trash.remove': 'trash',
  'trash.restore': 'list trash',
  'links.update': 'links',
  'links.remove': 'links',
  'download.ticket': '',
  'session.signOut': '',
  'preview.saveText': 'list',
  'organise.mergePlan': '',
  'session.changePassword': '',
  'session.continueOfficeWindows': '',
};
/** Calls of visitors; their events are tested below. */
const OF_VISITORS: readonly string[] = [
  'recipient.sendCode',
  'recipient.unlock',
  'recipient.downloadSize',
  'recipient.download',
  'recipient.prepareUpload',
  'recipient.scanUpload',
  'recipient.transferUpload',
  'recipient.downloadTicket',
];

const ENDPOINTS: readonly Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area));
const CHANGING = ENDPOINTS.filter(({ method }) => method !== 'GET');
const ASKED = REQUESTS.filter(({ endpoint }) => endpoint.method !== 'GET');

let vault: TestApp;
let keeper: Keeper;
let stream: LiveStream;

beforeAll(async () => {
  vault = await createTestApp();
  keeper = await signInKeeper(vault);
  stream = await openQuietStream(vault.database, await vault.as('reader'), { recordId: RECORDS.acme });
});
afterAll(async () => {
  stream.close();
  await vault.close();
});

/** A hash of everything that lists, trees, links and trash of a record show. */
async function shownState(): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select md5(concat(
      (select string_agg(i::text, ' ' order by id) from item i where record_id = ${RECORDS.acme}),
      (select string_agg(v::text, ' ' order by id) from version v where record_id = ${RECORDS.acme}),
      (select string_agg(t::text, ' ' order by item_id) from trash t where record_id = ${RECORDS.acme}),
      (select string_agg(l::text, ' ' order by id) from link l where record_id = ${RECORDS.acme})
    )) as state`.execute(vault.database.kysely);
  return rows[0]?.state ?? '';
}

/** @returns the types of all events since the last call */
async function heard(): Promise<string> {
  await hearAll(vault.database, stream, RECORDS.acme);
  const types = stream.events.map(({ type }) => type);
  stream.clear();
  return [...new Set(types)].toSorted().join(' ');
}

/** Returns the events that `work` causes and whether it changed the visible state. */
async function tellsOf(work: () => Promise<unknown>): Promise<{ tells: string; changes: boolean }> {
  await heard();
  const before = await shownState();
  await work();
  return { tells: await heard(), changes: (await shownState()) !== before };
}

async function ask({
  endpoint,
  ask: write,
  endsSession,
}: Asking): Promise<{ tells: string; changes: boolean }> {
  const things = await keeper.things(RECORDS.acme, { trashed: true, link: true });
  const client = endsSession === true ? createClient(vault.origin, null) : await vault.as('everything');
  const { method, path, body } = requestOf(endpoint, write(things));
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  return tellsOf(async () => (await client.fetch(path, { method, headers, body })).arrayBuffer());
}

const nameOf = ({ endpoint, as }: Asking) => `${endpoint.name} ${as ?? endpoint.summary}`;

describe('C56 each call that changes the visible state announces it', () => {
  it('and each of them is listed here', () => {
    const known = [...Object.keys(TELLS), ...OF_VISITORS];
    expect(CHANGING.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    const asked = new Set(ASKED.map(({ endpoint }) => endpoint.name));
    expect(Object.keys(TELLS).filter((name) => !asked.has(name))).toEqual([]);
  });

  it.each(ASKED.map((asking) => [nameOf(asking), asking] as const))('%s', async (_, asking) => {
    const { tells, changes } = await ask(asking);
    expect(tells).toBe(TELLS[asking.endpoint.name]);
    expect(changes).toBe(tells !== '');
  });
});

describe('C56 other changes of a record', () => {
  it('an upload announces its folder, the upload of a folder also the tree', async () => {
    const client = await vault.as('everything');
    const { folder } = await keeper.things(RECORDS.acme);
    const key = await stage(client, 'new.txt', 'words');
    expect(await tellsOf(() => transfer(client, [key], folder))).toEqual({ tells: 'list', changes: true });
    expect(await tellsOf(() => transfer(client, [key], folder))).toEqual({ tells: '', changes: false });

    const uid = await sendFolder(client, 'Box', rawZip([{ name: 'Box/In/deep.txt', content: 'words' }]));
    await scan(client, uid, true);
    expect((await tellsOf(() => transfer(client, [`${uid}_0`], folder))).tells).toBe('list tree');
  });

  it('folders that are moved, copied, deleted and restored announce the tree', async () => {
    const client = await vault.as('everything');
    const { recordId, folder, folderId } = await keeper.things(RECORDS.acme);
    const { folder: into } = await keeper.things(RECORDS.acme);
    const body = { linkId: recordId, paths: [folder], path: into };
    const { move, copy, moveToTrash } = contract.organise;
    expect((await tellsOf(() => client.data(copy, { body }))).tells).toBe('list tree');
    const { folder: elsewhere } = await keeper.things(RECORDS.acme);
    expect((await tellsOf(() => client.data(move, { body: { ...body, path: elsewhere } }))).tells).toBe(
      'links list tree',
    );
    const ids = folderId;
    expect((await tellsOf(() => client.data(moveToTrash, { query: { ids } }))).tells).toBe('list trash tree');
    expect((await tellsOf(() => client.data(contract.trash.restore, { body: [ids] }))).tells).toBe(
      'list trash tree',
    );
  });

  it('a visit is announced in the links once, a submission in its folder', async () => {
    const { folder } = await keeper.things(RECORDS.acme);
    const { token } = await makeLink(vault, { path: folder }, { call: 'requestLink' });
    const params = { token };
    const { recipient } = contract;
    let visitor = vault.nobody;
    const opening = await tellsOf(async () => {
      const { visitorToken } = await vault.nobody.data(recipient.unlock, { params, body: {} });
      visitor = createClient(vault.origin, visitorToken);
    });
    expect(opening).toEqual({ tells: 'links', changes: true });
    const uid = newUid();
    const submitUploads = async () => {
      const address = await visitor.data(recipient.prepareUpload, {
        params,
        query: { fileName: uid },
        body: { RelFileName: 'submitted.txt' },
      });
      await put(address, 'words');
      await visitor.data(recipient.scanUpload, { params, query: { key: uid } });
      await visitor.data(recipient.transferUpload, { params, body: { fileKeys: [uid] } });
    };
    expect(await tellsOf(submitUploads)).toEqual({ tells: 'links list', changes: true });
  });

  it("two pages that upload concurrently both get the other page's changes", async () => {
    const client = await vault.as('everything');
    const { folder, folderId } = await keeper.things(RECORDS.acme);
    const pages = await Promise.all(
      ['page-000A', 'page-000B'].map(async (page) => ({
        page,
        heard: await openQuietStream(vault.database, client, { recordId: RECORDS.acme, clientId: page }),
        keys: await Promise.all([1, 2, 3].map((n) => stage(client, `${page} ${n}.txt`, `${page} ${n}`))),
      })),
    );
    expect(folder).not.toBe('');
    const send = async (page: string, key: string) => {
      const body = { fileKeys: [key], folderSfid: folderId, linkedId: RECORDS.acme };
      const { method, path, body: text } = requestOf(contract.upload.transfer, { body });
      const headers = { 'content-type': 'application/json', 'x-client-id': page };
      expect((await client.fetch(path, { method, headers, body: text })).status).toBe(200);
    };
    await Promise.all(pages.flatMap(({ page, keys }) => keys.map((key) => send(page, key))));
    for (const { heard: one } of pages) {
      await expect.poll(() => one.events).toContainEqual({ type: 'list', parentFolderSfid: folderId });
      one.close();
    }
  });
});
