import { BACKGROUND_HEADER, contract } from '@vault/contract';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from './platform/database/index.ts';
import { RECORDS } from './testing/accounts.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import type { Client } from './testing/client.ts';
import { type ReplicatedDatabase, startReplicated, waitForReplica } from './testing/replica.ts';

// A server whose lists, trees, searches and activity are read from a real streaming replica. The replica shows no
// change while it is paused.

const recordId = RECORDS.acme;
const params = { recordId };
const { activity, files, links, organise, trash, tree } = contract;

let servers: ReplicatedDatabase;
let vault: TestApp;
let ada: Client;
let other: Client;

beforeAll(async () => {
  servers = await startReplicated();
  const database = await openDatabase({
    databaseUrl: servers.url,
    databaseReadUrl: servers.replicaUrl,
    // so long that the paused replica is never late
    maxReadDelayMs: 3_600_000,
    dataDir: '/nowhere',
    maxConnections: 8,
    log: pino({ level: 'silent' }),
  });
  const target = { connectionString: servers.url };
  vault = await createTestApp({
    database: { ...database, databaseName: 'vault', target, url: servers.url, drop: () => database.close() },
  });
  ada = await vault.as('everything');
  other = await vault.as('reader');
  await waitForReplica(database, { lastChange: null, mustBeLatest: false });
});
afterAll(async () => {
  await vault?.close();
  await vault?.database.drop();
  await servers?.stop();
});
afterEach(() => servers.resume());

/** The names that a person sees, by each call that the replica serves. */
const VIEWS: Record<string, (client: Client) => Promise<string[]>> = {
  list: async (client) =>
    (await client.data(files.list, { params, query: {} })).content.map(({ name }) => name),
  tree: async (client) => (await client.data(tree.folders, { params })).folderTree.map(({ name }) => name),
  search: async (client) => {
    const query = { name: 'change', allFolder: 'true' } as const;
    return (await client.data(files.list, { params, query })).content.map(({ name }) => name);
  },
};

let folders = 0;
async function createFolder(client: Client): Promise<string> {
  folders += 1;
  const name = `Change ${folders}`;
  await client.data(organise.createFolder, { params, query: { name } });
  return name;
}

it.each(Object.entries(VIEWS))(
  'NODES-06 %s: a person sees their own change at once, and others a moment later',
  async (_call, view) => {
    await servers.pause();
    const name = await createFolder(ada);
    expect(await view(ada)).toContain(name);
    // Others may see an earlier state, which shows that the replica serves them.
    expect(await view(other)).not.toContain(name);
    await servers.resume();
    await vi.waitFor(async () => expect(await view(other)).toContain(name), {
      timeout: 10_000,
      interval: 20,
    });
  },
);

it('NODES-06 the activity has the own entries of an auditor at once, and those of others a moment later', async () => {
  const auditor = await vault.as('auditor');
  const listed = async () => {
    const { entries } = await auditor.data(activity.list, { query: { record: recordId } });
    return entries.map(({ action, object }) => object?.name ?? action);
  };
  await servers.pause();
  const name = await createFolder(ada);
  expect(await listed()).not.toContain(name);
  await auditor.data(activity.exportAddress, { query: { record: recordId } });
  expect(await listed()).toEqual(expect.arrayContaining(['audit.read', name]));
});

it('NODES-06 a page that reloads after a live event sees the change of the other person', async () => {
  await servers.pause();
  const name = await createFolder(ada);
  const path = files.list.path.replace(':recordId', recordId);
  const reply = await other.fetch(path, { headers: { [BACKGROUND_HEADER]: 'true' } });
  expect(await reply.text()).toContain(name);
});

it('NODES-06 an item that the replica does not have yet is found by others too', async () => {
  await servers.pause();
  const name = await createFolder(ada);
  const { content } = await other.data(files.list, { params, query: { parentFolder: name } });
  expect(content).toEqual([]);
});

it('NODES-06 the trash and the links of a person have their own change at once', async () => {
  const name = await createFolder(ada);
  await servers.pause();
  await ada.data(organise.moveToTrash, { body: { linkId: recordId, sfids: [], paths: [name] } });
  const { content } = await ada.data(trash.list, { params: { id: recordId }, query: {} });
  expect(content.map((item) => item.name)).toContain(name);
  expect((await ada.data(links.list, { params, query: {} })).content).toEqual([]);
});
