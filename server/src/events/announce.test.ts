import { contract, type Endpoint, requestOf } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { createClient } from '../testing/client.ts';
import { makeLink } from '../testing/links.ts';
import { receiveAll, type LiveStream, openEmptyStream } from './fixtures/live-stream.ts';
import type { PermissionRequest } from '../testing/permission-requests/create-request.ts';
import { REQUESTS } from '../testing/permission-requests/every-call.ts';
import { createRecordFiller, type RecordFiller } from '../testing/record-items.ts';
import { newUid, put, scan, sendFolder, sendAndScan, transfer } from '../testing/upload-pipeline.ts';
import { rawZip } from '../testing/raw-zip.ts';

/**
 * The event types that each changing call announces to open pages, by its name. The test fails for a
 * call that is missing here. An empty text means that the call changes nothing in lists, trees, links and trash; the
 * test checks that as well.
 */
const ANNOUNCED: Readonly<Record<string, string>> = {
  'session.signIn': '',
  'oneTime.requestPasswordReset': '',
  'oneTime.readAddress': '',
  'oneTime.setPassword': '',
  'oneTime.setUp': '',
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
  'upload.sendFiles': '',
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
  'bringBack.plan': '',
  // of a moment that is not kept; a kept moment is tested below
  'bringBack.carryOut': '',
  'links.update': 'links',
  'links.remove': 'links',
  'download.ticket': '',
  'session.signOut': '',
  'preview.saveText': 'list',
  'organise.mergePlan': '',
  'session.changePassword': '',
  'session.continueOfficeWindows': '',
  'secondFactor.beginChange': '',
  'secondFactor.checkCode': '',
  'secondFactor.reset': '',
  'secondFactor.checkPasskey': '',
  'secondFactor.startApp': '',
  'secondFactor.confirmApp': '',
  'secondFactor.startPasskey': '',
  'secondFactor.confirmPasskey': '',
  'secondFactor.remove': '',
  'secondFactor.newRecoveryCodes': '',
  'account.endSession': '',
  'account.endOtherSessions': '',
  // with links of the person 'links', tested in people/
  'people.add': '',
  'people.update': '',
  'people.disable': '',
  'people.enable': '',
  'people.remove': '',
  'people.invite': '',
  'people.planImport': '',
  'people.import': '',
  'holds.set': '',
  'holds.lift': '',
  // of a file that no link reaches; with links that it ends 'links'
  'exposure.recall': '',
};
/** Calls of visitors; their events are tested below. */
const OF_VISITORS: readonly string[] = [
  'recipient.sendCode',
  'recipient.unlock',
  'recipient.downloadSize',
  'recipient.download',
  'recipient.prepareUpload',
  'recipient.scanUpload',
  'recipient.sendFiles',
  'recipient.transferUpload',
  'recipient.downloadTicket',
];

const ENDPOINTS: readonly Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area));
const CHANGING = ENDPOINTS.filter(({ method }) => method !== 'GET');
const ASKED = REQUESTS.filter(({ endpoint }) => endpoint.method !== 'GET');

let vault: TestApp;
let recordFiller: RecordFiller;
let stream: LiveStream;

beforeAll(async () => {
  vault = await createTestApp();
  recordFiller = await createRecordFiller(vault);
  stream = await openEmptyStream(vault.database, await vault.as('reader'), { recordId: RECORDS.acme });
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
async function received(): Promise<string> {
  await receiveAll(vault.database, stream, RECORDS.acme);
  const types = stream.events.map(({ type }) => type);
  stream.clear();
  return [...new Set(types)].toSorted().join(' ');
}

/** Returns the events that `work` causes and whether it changed the visible state. */
async function announcedBy(work: () => Promise<unknown>): Promise<{ types: string; changes: boolean }> {
  await received();
  const before = await shownState();
  await work();
  return { types: await received(), changes: (await shownState()) !== before };
}

async function ask({
  endpoint,
  ask: write,
  endsSession,
}: PermissionRequest): Promise<{ types: string; changes: boolean }> {
  const items = await recordFiller.createItems(RECORDS.acme, { trashed: true, link: true });
  const client = endsSession === true ? createClient(vault.origin, null) : await vault.as('everything');
  const { method, path, body } = requestOf(endpoint, write(items));
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  return announcedBy(async () => (await client.fetch(path, { method, headers, body })).arrayBuffer());
}

const nameOf = ({ endpoint, as }: PermissionRequest) => `${endpoint.name} ${as ?? endpoint.summary}`;

describe('C56 each call that changes the visible state announces it', () => {
  it('each changing call is listed in this test', () => {
    const known = [...Object.keys(ANNOUNCED), ...OF_VISITORS];
    expect(CHANGING.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    const asked = new Set(ASKED.map(({ endpoint }) => endpoint.name));
    expect(Object.keys(ANNOUNCED).filter((name) => !asked.has(name))).toEqual([]);
  });

  it.each(ASKED.map((request) => [nameOf(request), request] as const))('%s', async (_, request) => {
    const { types, changes } = await ask(request);
    expect(types).toBe(ANNOUNCED[request.endpoint.name]);
    expect(changes).toBe(types !== '');
  });
});

describe('C56 other changes of a record', () => {
  it('an upload announces its folder, the upload of a folder also the tree', async () => {
    const client = await vault.as('everything');
    const { folder } = await recordFiller.createItems(RECORDS.acme);
    const key = await sendAndScan(client, 'new.txt', 'words');
    expect(await announcedBy(() => transfer(client, [key], folder))).toEqual({
      types: 'list',
      changes: true,
    });
    expect(await announcedBy(() => transfer(client, [key], folder))).toEqual({ types: '', changes: false });

    const uid = await sendFolder(client, 'Box', rawZip([{ name: 'Box/In/deep.txt', content: 'words' }]));
    await scan(client, uid, true);
    expect((await announcedBy(() => transfer(client, [`${uid}_0`], folder))).types).toBe('list tree');
  });

  it('a folder that is brought back announces lists, the tree and the trash', async () => {
    vault.deps.settings.keepDays = 1;
    onTestFinished(() => void (vault.deps.settings.keepDays = SETTINGS.keepDays));
    const client = await vault.as('everything');
    const { recordId, folder } = await recordFiller.createItems(RECORDS.acme);
    const params = { recordId };
    const { now: at } = await client.data(contract.bringBack.moments, { params });
    await client.data(contract.organise.createFolder, { params, query: { name: 'New', path: folder } });
    const body = { path: folder, at, mode: 'in-place' } as const;
    const { planId } = await client.data(contract.bringBack.plan, { params, body });
    const carryOut = () => client.data(contract.bringBack.carryOut, { params, body: { ...body, planId } });
    expect(await announcedBy(carryOut)).toEqual({ types: 'list trash tree', changes: true });
  });

  it('folders that are moved, copied, deleted and restored announce the tree', async () => {
    const client = await vault.as('everything');
    const { recordId, folder, folderId } = await recordFiller.createItems(RECORDS.acme);
    const { folder: into } = await recordFiller.createItems(RECORDS.acme);
    const body = { linkId: recordId, paths: [folder], path: into };
    const { move, copy, moveToTrash } = contract.organise;
    expect((await announcedBy(() => client.data(copy, { body }))).types).toBe('list tree');
    const { folder: otherFolder } = await recordFiller.createItems(RECORDS.acme);
    expect((await announcedBy(() => client.data(move, { body: { ...body, path: otherFolder } }))).types).toBe(
      'links list tree',
    );
    const ids = folderId;
    expect((await announcedBy(() => client.data(moveToTrash, { query: { ids } }))).types).toBe(
      'list trash tree',
    );
    expect((await announcedBy(() => client.data(contract.trash.restore, { body: [ids] }))).types).toBe(
      'list trash tree',
    );
  });

  it('a visit is announced one time for the links, a submission for its folder', async () => {
    const { folder } = await recordFiller.createItems(RECORDS.acme);
    const { token } = await makeLink(vault, { path: folder }, { call: 'requestLink' });
    const params = { token };
    const { recipient } = contract;
    let visitor = vault.anonymous;
    const opening = await announcedBy(async () => {
      const { visitorToken } = await vault.anonymous.data(recipient.unlock, { params, body: {} });
      visitor = createClient(vault.origin, visitorToken);
    });
    expect(opening).toEqual({ types: 'links', changes: true });
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
    expect(await announcedBy(submitUploads)).toEqual({ types: 'links list', changes: true });
  });

  it("two pages that upload concurrently both get the other page's changes", async () => {
    const client = await vault.as('everything');
    const { folder, folderId } = await recordFiller.createItems(RECORDS.acme);
    const pages = await Promise.all(
      ['page-000A', 'page-000B'].map(async (page) => ({
        page,
        received: await openEmptyStream(vault.database, client, { recordId: RECORDS.acme, clientId: page }),
        keys: await Promise.all(
          [1, 2, 3].map((n) => sendAndScan(client, `${page} ${n}.txt`, `${page} ${n}`)),
        ),
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
    for (const { received: one } of pages) {
      await expect.poll(() => one.events).toContainEqual({ type: 'list', parentFolderSfid: folderId });
      one.close();
    }
  });
});
