import { CLIENT_ID_HEADER, contract, requestOf } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Registry } from 'prom-client';
import { buildApp } from '../app.ts';
import { RECORDS, USERS, type TestUser } from '../testing/accounts.ts';
import { E11, P1 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createClient, signIn } from '../testing/client.ts';
import { type LiveStream, openEmptyStream, openStream } from './fixtures/live-stream.ts';
import { setUpItems, type SeededItems } from '../testing/seeded-items.ts';
import { announce } from './index.ts';

const { createFolder, moveToTrash, renameFile } = contract.organise;
const PAGE = 'page-0001';
const params = { recordId: RECORDS.acme };

let vault: TestApp;
let seeded: SeededItems;
let root: string;
const streams: LiveStream[] = [];

beforeAll(async () => {
  vault = await createTestApp();
  const tree = await (await vault.as('everything')).data(contract.tree.folders, { params });
  root = tree.rootFolderSfid;
});
afterAll(() => vault.close());
beforeEach(async () => {
  seeded = await setUpItems(vault, [{ name: 'a.txt' }, { folder: 'A/B', name: 'b.txt' }]);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

/** Opens a page of a user that has received its initial events. */
async function open(user: TestUser = 'reader', recordId: string = RECORDS.acme, page: string | null = null) {
  const stream = await openEmptyStream(vault.database, await vault.as(user), { recordId, clientId: page });
  streams.push(stream);
  return stream;
}

/** Creates a folder, optionally with a client id. */
async function makeFolder(
  name: string,
  { page, recordId = RECORDS.acme }: { page?: string; recordId?: string } = {},
) {
  const client = await vault.as(recordId === RECORDS.birch ? 'outsider' : 'everything');
  const { method, path } = requestOf(createFolder, { params: { recordId }, query: { name } });
  const headers = page === undefined ? {} : { [CLIENT_ID_HEADER]: page };
  const response = await client.fetch(path, { method, headers });
  expect(response.status).toBe(200);
}

const FOLDER_IN_ROOT = () => [{ type: 'list', parentFolderSfid: root }, { type: 'tree' }];

describe('C56 a page receives the changes of others', () => {
  it('a page receives changes as server-sent events that no proxy buffers', async () => {
    const { response } = await open();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-length')).toBeNull();
  });

  it('a page receives a change after its commit, so that a reload returns the new state', async () => {
    const stream = await open();
    await makeFolder('New');
    await expect.poll(() => stream.events).toEqual(FOLDER_IN_ROOT());
  });

  it('a refused or rolled back change is not announced', async () => {
    const stream = await open();
    const client = await vault.as('everything');
    expect(await client.call(createFolder, { params, query: { name: 'A' } })).toMatchObject({ code: 409 });
    const undone = vault.database.transaction(async (tx) => {
      announce(tx, { recordId: RECORDS.acme, type: 'trash' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await makeFolder('Later');
    await expect.poll(() => stream.events).toEqual(FOLDER_IN_ROOT());
  });

  it('a retried transaction announces only the changes of its last attempt', async () => {
    const stream = await open();
    let tries = 0;
    await vault.database.transaction(async (tx) => {
      tries += 1;
      announce(tx, { recordId: RECORDS.acme, type: tries === 1 ? 'trash' : 'links' });
      if (tries === 1) await sql`do $$ begin raise serialization_failure; end $$`.execute(tx);
    });
    await expect.poll(() => stream.events).toEqual([{ type: 'links' }]);
  });

  it('announce requires a transaction of Database.transaction', async () => {
    const own = vault.database.kysely.transaction().execute(async (tx) => {
      announce(tx, { recordId: RECORDS.acme, type: 'links' });
    });
    await expect(own).rejects.toThrow('afterCommit requires a transaction');
  });

  it('a page receives changes in order, and equal concurrent changes only one time', async () => {
    const stream = await open();
    await vault.database.transaction(async (tx) => {
      for (const type of ['list', 'list', 'links', 'list'] as const) {
        announce(tx, { recordId: RECORDS.acme, type, folderIds: [seeded.id('A')] });
      }
    });
    await expect.poll(() => stream.events.map(({ type }) => type)).toEqual(['list', 'links']);
    await makeFolder('After');
    await expect.poll(() => stream.events.slice(2)).toEqual(FOLDER_IN_ROOT());
  });

  it('many folders of one transaction are announced as one change of any folder', async () => {
    const stream = await open();
    const folderIds = Array.from({ length: 500 }, (_, n) => `fld${String(n).padStart(15, '0')}`);
    await vault.database.transaction(async (tx) => {
      announce(tx, { recordId: RECORDS.acme, type: 'list', folderIds });
    });
    await expect.poll(() => stream.events).toEqual([{ type: 'list' }]);
  });

  it('changes of many records together can exceed one NOTIFY of PostgreSQL', async () => {
    const stream = await open();
    await vault.database.transaction(async (tx) => {
      for (let record = 0; record < 20; record += 1) {
        const folderIds = Array.from({ length: 50 }, (_, n) => `fld${String(n).padStart(15, '0')}`);
        announce(tx, { recordId: `rec${String(record).padStart(15, '0')}`, type: 'list', folderIds });
      }
      announce(tx, { recordId: RECORDS.acme, type: 'trash' });
    });
    await expect.poll(() => stream.events).toEqual([{ type: 'trash' }]);
  });

  it('a page does not receive its own changes; other pages of the same user do', async () => {
    const own = await open('everything', RECORDS.acme, PAGE);
    const other = await open('everything', RECORDS.acme, 'page-0002');
    await makeFolder('Mine', { page: PAGE });
    await expect.poll(() => other.events).toEqual(FOLDER_IN_ROOT());
    await makeFolder('Theirs', { page: 'page-0003' });
    await expect.poll(() => own.events).toEqual(FOLDER_IN_ROOT());
  });

  it.each(['', 'short', 'x'.repeat(65), 'with space', '<script>alert(1)</script>'])(
    'the invalid client id %j is ignored',
    async (name) => {
      const stream = await open('everything', RECORDS.acme, name);
      await makeFolder('Mine', { page: name });
      await expect.poll(() => stream.events).toEqual(FOLDER_IN_ROOT());
    },
  );
});

describe('C56 a new stream', () => {
  it('a new stream of a process that has just started reports everything as changed', async () => {
    const young = await buildApp({ ...vault.deps, metrics: new Registry() });
    const address = await young.listen({ host: '127.0.0.1', port: 0 });
    const { token } = await vault.as('reader');
    const stream = await openStream(createClient(address, token), RECORDS.acme);
    const all = [{ type: 'list' }, { type: 'tree' }, { type: 'links' }, { type: 'trash' }];
    await expect.poll(() => stream.events).toEqual(expect.arrayContaining(all));
    await young.close();
  });

  it('a new stream reports what changed while the page was loading', async () => {
    const before = await open();
    await makeFolder('While loading');
    await expect.poll(() => before.events).toEqual(FOLDER_IN_ROOT());
    const stream = await openStream(await vault.as('reader'), RECORDS.acme);
    streams.push(stream);
    await expect
      .poll(() => stream.events.map(({ type }) => type))
      .toEqual(expect.arrayContaining(['list', 'tree']));
  });

  it('a new stream of a page replaces its previous one', async () => {
    const former = await open('everything', RECORDS.acme, PAGE);
    const present = await open('everything', RECORDS.acme, PAGE);
    await expect.poll(() => former.hasEnded()).toBe(true);
    await makeFolder('New');
    await expect.poll(() => present.events).toEqual(FOLDER_IN_ROOT());
  });

  it('HEAD opens no stream', async () => {
    const { path } = requestOf(contract.events.stream, { params });
    const response = await (await vault.as('reader')).fetch(path, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });
});

describe('C56 permissions', () => {
  it('a stream has no events of another record', async () => {
    const acme = await open('reader');
    const birch = await open('outsider', RECORDS.birch);
    await makeFolder('Birch alone', { recordId: RECORDS.birch });
    await expect.poll(() => birch.events.length).toBe(2);
    await makeFolder('Acme alone');
    await expect.poll(() => acme.events).toEqual(FOLDER_IN_ROOT());
    expect(birch.events).toHaveLength(2);
  });

  it('a stream is refused without a token, without read, and for another record', async () => {
    const ask = async (user: TestUser | null, recordId: string) => {
      const client = user === null ? vault.anonymous : await vault.as(user);
      return client.call(contract.events.stream, { params: { recordId } });
    };
    expect(await ask(null, RECORDS.acme)).toMatchObject(P1);
    expect(await ask('noVault', RECORDS.acme)).toMatchObject(E11);
    expect(await ask('outsider', RECORDS.acme)).toMatchObject(E11);
    expect(await ask('reader', 'recUnknown00000001')).toMatchObject(E11);
  });

  it('a token in the URL is not accepted', async () => {
    const { token } = await vault.as('reader');
    const { path } = requestOf(contract.events.stream, { params });
    const response = await vault.anonymous.fetch(`${path}?token=${token}&access_token=${token}`);
    expect(response.status).toBe(401);
  });

  it('the end of the session ends the stream', async () => {
    const client = await signIn(vault.origin, 'reader');
    const stream = await openStream(client, RECORDS.acme);
    await client.data(contract.session.signOut);
    await expect.poll(() => stream.hasEnded(), { timeout: 15_000 }).toBe(true);
  });

  it('a revoked permission or membership ends the stream', async () => {
    const client = await vault.as('sharer');
    const stream = await openStream(client, RECORDS.acme);
    await sql`delete from membership where account_id = ${USERS.sharer.sfid}`.execute(vault.database.kysely);
    await expect.poll(() => stream.hasEnded(), { timeout: 15_000 }).toBe(true);

    const own = await openStream(client, USERS.sharer.sfid);
    await sql`update account set permissions = '[]' where id = ${USERS.sharer.sfid}`.execute(
      vault.database.kysely,
    );
    await expect.poll(() => own.hasEnded(), { timeout: 15_000 }).toBe(true);
  });

  it('a user has at most twenty streams; closing one allows a new one', async () => {
    const client = await signIn(vault.origin, 'downloader');
    const opened: LiveStream[] = [];
    for (let n = 0; n < 20; n += 1) opened.push(await openStream(client, RECORDS.acme));
    streams.push(...opened);
    await expect(openStream(client, RECORDS.acme)).rejects.toThrow('429');
    opened[0]?.close();
    await expect
      .poll(() =>
        openStream(client, RECORDS.acme).then(
          (stream) => streams.push(stream),
          () => 0,
        ),
      )
      .toBeGreaterThan(0);
  });
});

describe('C56 several processes of one database', () => {
  it('each process receives the changes of the other one', async () => {
    const second = await buildApp({ ...vault.deps, metrics: new Registry() });
    const address = await second.listen({ host: '127.0.0.1', port: 0 });
    try {
      const { token } = await vault.as('everything');
      const there = createClient(address, token);
      const stream = await openEmptyStream(vault.database, there, params);
      const otherStream = await open();
      await makeFolder('By the first');
      await expect.poll(() => stream.events).toEqual(FOLDER_IN_ROOT());
      await expect.poll(() => otherStream.events).toEqual(FOLDER_IN_ROOT());
      stream.clear();
      otherStream.clear();
      await there.data(moveToTrash, { query: { ids: seeded.id('a.txt') } });
      const told = [{ type: 'list', parentFolderSfid: root }, { type: 'trash' }];
      await expect.poll(() => stream.events).toEqual(told);
      await expect.poll(() => otherStream.events).toEqual(told);
      stream.close();
    } finally {
      await second.close();
    }
  });

  it('a lost LISTEN connection is restored, and streams report everything as changed', async () => {
    const stream = await open();
    const cut = await sql<{ cut: boolean }>`
      select pg_terminate_backend(pid) as cut from pg_stat_activity
      where datname = current_database() and application_name like 'portal-vault-events-%'`.execute(
      vault.database.kysely,
    );
    expect(cut.rows).toContainEqual({ cut: true });
    await expect.poll(() => stream.events.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
    stream.clear();
    await makeFolder('After the cut');
    await expect.poll(() => stream.events).toEqual(FOLDER_IN_ROOT());
  });

  it('foreign messages on the channel are harmless', async () => {
    const stream = await open();
    for (const text of ['', '{', '[]', 'null', '[["x","tree",null,null]]', '[[1,2,3,4]]', 'x'.repeat(7000)]) {
      await sql`select pg_notify('vault_changes', ${text})`.execute(vault.database.kysely);
    }
    await expect.poll(() => stream.events.length).toBeGreaterThanOrEqual(4);
    expect(stream.hasEnded()).toBe(false);
  });
});

describe('C56 many streams', () => {
  it('a hundred pages receive a change', async () => {
    const people = ['reader', 'creator', 'editor', 'everything', 'colleague'] as const;
    const opened: LiveStream[] = [];
    for (const user of people) {
      const client = await signIn(vault.origin, user);
      opened.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, () => openEmptyStream(vault.database, client, params)),
        )),
      );
    }
    streams.push(...opened);
    const client = await vault.as('everything');
    await client.data(renameFile, {
      body: { linkId: RECORDS.acme, sfid: seeded.id('a.txt'), name: 'other.txt' },
    });
    await expect
      .poll(() => opened.filter(({ events }) => events.length === 1).length, { timeout: 15_000 })
      .toBe(100);
    expect(new Set(opened.map(({ events }) => JSON.stringify(events))).size).toBe(1);
  });

  it('a stream is not measured as a slow request', async () => {
    const stream = await open();
    stream.close();
    const metrics = await (await vault.anonymous.fetch('/metrics')).text();
    expect(metrics).toContain('call="organise.createFolder"');
    expect(metrics).not.toContain('call="events.stream"');
  });
});
