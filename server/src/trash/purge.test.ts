import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepReleased } from '../blobs/index.ts';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { clearLinks, externalIdOf, makeLink } from '../testing/links.ts';
import { ACME, setUpItems, type SeededItems } from '../testing/seeded-items.ts';
import { contentOf, list, sendAndScan, traces, transfer } from '../testing/upload-pipeline.ts';
import { seedVault } from '../testing/vault.ts';
import { lockRecord } from '../tree/index.ts';
import { purgeRecord } from './purge.ts';

const { activity, links, organise, trash, recipient, versions, history } = contract;
const HOUR_MS = 3_600_000;
const E4 = { code: 404, errorMessage: 'File or folder does not exist.' };

let vault: TestApp;
/** ms that the clock of the sweep is ahead of the real time */
let aheadMs = 0;

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const ada = () => vault.as('everything');
const purge = () => purgeRecord(vault.deps, ACME);
const toTrash = async (...ids: string[]) =>
  (await ada()).data(organise.moveToTrash, { query: { ids: ids.join(',') } });
const deleteForEver = async (...ids: string[]) =>
  (await ada()).data(trash.remove, { query: { ids: ids.join(',') } });
const count = async (from: string) => {
  const { rows } = await vault.database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${from}`,
  );
  return rows[0]?.count;
};

describe('D-27 bytes', () => {
  beforeEach(async () => {
    aheadMs = 0;
    await setUpItems(vault, []);
    await vault.database.pool.query('truncate kept_version, upload, blob_garbage, released_blob');
    await vault.database.pool.query(
      'delete from blob b where not exists (select from version v where v.blob_id = b.id)',
    );
  });

  const sweep = () => sweepReleased({ ...vault.deps, clock: { now: () => new Date(Date.now() + aheadMs) } });
  /** Counts the blobs of the test without those that existed before it. */
  const stored = async () => {
    const before = (await traces(vault)).blobs;
    return async () => (await traces(vault)).blobs - before;
  };
  async function put(name: string, bytes: string): Promise<string> {
    const client = await ada();
    await transfer(client, [await sendAndScan(client, name, bytes)]);
    const file = (await list(client)).find((one) => one.name === name);
    return file?.sfid ?? '';
  }
  const gone = async (...ids: string[]) => {
    await toTrash(...ids);
    await deleteForEver(...ids);
    await purge();
  };

  it('bytes of a permanently deleted file are deleted from the disk after an hour', async () => {
    const kept = await stored();
    const id = await put('a.txt', 'bytes of this file only');
    expect(await kept()).toBe(1);
    await gone(id);
    aheadMs = HOUR_MS - 60_000;
    await sweep();
    expect(await kept()).toBe(1);
    aheadMs = HOUR_MS + 60_000;
    await sweep();
    expect(await kept()).toBe(0);
    expect([await count('released_blob'), await count('blob_garbage')]).toEqual([0, 0]);
  });

  it('bytes of all versions are deleted, except those used by a version of another file', async () => {
    const kept = await stored();
    await put('a.txt', 'first');
    const id = await put('a.txt', 'second');
    const other = await put('b.txt', 'first');
    expect(await kept()).toBe(2);
    await gone(id);
    aheadMs = 2 * HOUR_MS;
    await sweep();
    expect(await kept()).toBe(1);
    expect(await contentOf(await ada(), other)).toBe('first');
  });

  it('bytes that a new upload uses before the sweep are kept', async () => {
    const kept = await stored();
    await gone(await put('a.txt', 'wanted again'));
    const again = await put('b.txt', 'wanted again');
    aheadMs = 2 * HOUR_MS;
    await sweep();
    expect(await kept()).toBe(1);
    expect(await contentOf(await ada(), again)).toBe('wanted again');
    await gone(again);
    aheadMs = 4 * HOUR_MS;
    await sweep();
    expect(await kept()).toBe(0);
  });

  it('bytes of an earlier copy are kept', async () => {
    const kept = await stored();
    const id = await put('a.txt', 'copied');
    const client = await ada();
    const body = { linkId: ACME, sfids: [id], path: '', sign: 'duplicate' as const };
    await client.data(organise.copy, { body });
    await gone(id);
    aheadMs = 2 * HOUR_MS;
    await sweep();
    const [copy] = await list(client);
    expect([await kept(), await contentOf(client, copy?.sfid ?? '')]).toEqual([1, 'copied']);
  });

  it('VERSION-18 bytes of a deleted version are deleted from the disk in the same way', async () => {
    const kept = await stored();
    await put('a.txt', 'first');
    const id = await put('a.txt', 'second');
    const client = await ada();
    const { content } = await client.data(versions.list, { params: { sfid: id } });
    const first = content.at(-1)?.versionId ?? '';
    await client.data(versions.remove, { params: { sfid: id }, query: { versionId: first } });
    aheadMs = 2 * HOUR_MS;
    await sweep();
    expect(await kept()).toBe(1);
    expect(await contentOf(client, id)).toBe('second');
  });

  it('bytes of a preview are deleted an hour after those of its source', async () => {
    const kept = await stored();
    const [id, page] = [await put('a.docx', 'letter'), await put('page.pdf', 'page')];
    await sql`
      insert into rendering (source_id, form, renderer, state, blob_id, media_type)
      select s.id, 'docx', 'test', 'done', p.id, 'application/pdf' from
        (select b.id from blob b join version v on v.blob_id = b.id where v.file_id = ${id}) s,
        (select b.id from blob b join version v on v.blob_id = b.id where v.file_id = ${page}) p`.execute(
      vault.database.kysely,
    );
    await gone(page);
    aheadMs = 2 * HOUR_MS;
    await sweep();
    expect(await kept()).toBe(2);
    await gone(id);
    aheadMs = 4 * HOUR_MS;
    await sweep();
    expect(await kept()).toBe(1);
    aheadMs = 6 * HOUR_MS;
    await sweep();
    expect(await kept()).toBe(0);
  });

  it('permanently deleted files leave no text, unless another file has the same bytes', async () => {
    const [id, copyId] = [await put('a.txt', 'some words'), await put('b.txt', 'some words')];
    await sql`
      insert into document_text (record_id, blob_id, content, words)
      select ${ACME}, id, 'some words', to_tsvector('simple', 'some words') from blob where size_bytes = 10`.execute(
      vault.database.kysely,
    );
    await gone(id);
    expect(await count('document_text')).toBe(1);
    await gone(copyId);
    expect(await count('document_text')).toBe(0);
  });

  it('SAFE-13 lists of the record do not wait for the purge', async () => {
    const { rows } = await vault.database.transaction(async (tx) => {
      // as each transaction of the purge does
      await lockRecord(tx, ACME);
      const { content } = await (
        await ada()
      ).data(contract.files.list, { params: { recordId: ACME }, query: {} });
      return { rows: content };
    });
    expect(rows).toEqual([]);
  });

  it('AUDIT-07 permanently deleted files keep their history for people with the right audit', async () => {
    const id = await put('a.txt', 'one');
    const client = await ada();
    await contentOf(client, id);
    await gone(id);
    const query = { type: 'Download', relationId: id } as const;
    expect(await client.call(history.accessRecords, { query })).toMatchObject(E4);
    const { content } = await (await vault.as('auditor')).data(activity.accessRecords, { query });
    expect(content).toMatchObject([{ accessor: USERS.everything.name, content: 'Download' }]);
  });
});

describe('D-43 links to permanently deleted items', () => {
  let seeded: SeededItems;
  beforeEach(async () => {
    await clearLinks(vault);
    seeded = await setUpItems(
      vault,
      [
        { folder: 'A', name: 'a.txt' },
        { folder: 'A/B', name: 'b.txt' },
        { folder: 'A/B/C', name: 'c.txt' },
      ],
      { folders: ['D'] },
    );
  });
  const share = async (path: string) =>
    makeLink(vault, { externalIds: [await externalIdOf(vault, seeded.id(path))] });
  const shown = async () => {
    const { content } = await (await ada()).data(links.list, { params: { recordId: ACME }, query: {} });
    return content.map(({ fileName, location, parentIsExist, fileSystem }) => ({
      fileName,
      location,
      parentIsExist,
      isThere: fileSystem !== null,
    }));
  };
  /** Checks the same before and after the job. */
  const beforeAndAfterTheJob = async (check: () => Promise<void>) => {
    await check();
    await purge();
    await check();
  };

  it('contract 10.17 a link shows the last location and no target, before and after the job', async () => {
    await share('A/B/b.txt');
    const client = await ada();
    await client.data(organise.move, {
      body: { linkId: ACME, sfids: [seeded.id('A/B/b.txt')], path: 'D' },
    });
    await toTrash(seeded.id('A/B/b.txt'));
    expect(await shown()).toEqual([{ fileName: 'b.txt', location: 'D', parentIsExist: true, isThere: true }]);
    await deleteForEver(seeded.id('A/B/b.txt'));
    await beforeAndAfterTheJob(async () => {
      expect(await shown()).toEqual([
        { fileName: 'b.txt', location: 'D', parentIsExist: true, isThere: false },
      ]);
    });
  });

  it('contract 10.17 links to a deleted folder and to items below it show their last locations', async () => {
    await share('A/B/C/c.txt');
    await makeLink(vault, { paths: ['A/B'] });
    await (await ada()).data(organise.move, { body: { linkId: ACME, paths: ['A'], path: 'D' } });
    await toTrash(seeded.id('A'));
    await deleteForEver(seeded.id('A'));
    await beforeAndAfterTheJob(async () => {
      expect(await shown()).toEqual([
        { fileName: 'B', location: 'D/A', parentIsExist: false, isThere: false },
        { fileName: 'c.txt', location: 'D/A/B/C', parentIsExist: false, isThere: false },
      ]);
    });
  });

  it('contract 10.17 links to trashed items without their folder keep and follow the item', async () => {
    await share('A/B/C/c.txt');
    await share('A/B/b.txt');
    await toTrash(seeded.id('A/B/b.txt'));
    await toTrash(seeded.id('A/B/C'));
    await toTrash(seeded.id('A'));
    await deleteForEver(seeded.id('A'));
    await beforeAndAfterTheJob(async () => {
      expect(await shown()).toEqual([
        { fileName: 'b.txt', location: 'A/B', parentIsExist: false, isThere: true },
        { fileName: 'c.txt', location: 'A/B/C', parentIsExist: false, isThere: true },
      ]);
    });
    await (await ada()).data(trash.restore, { body: [seeded.id('A/B/b.txt')] });
    expect((await shown())[0]).toEqual({
      fileName: 'b.txt',
      location: 'A/B',
      parentIsExist: true,
      isThere: true,
    });
    await deleteForEver(seeded.id('A/B/C'));
    await beforeAndAfterTheJob(async () => {
      expect((await shown())[1]).toEqual({
        fileName: 'c.txt',
        location: 'A/B/C',
        parentIsExist: false,
        isThere: false,
      });
    });
  });

  it('E4 the recipient gets E4 before the deletion, after it and after the job', async () => {
    const { token } = await share('A/B/b.txt');
    const landing = () => vault.anonymous.call(recipient.landing, { params: { token } });
    const { visitorToken } = await vault.anonymous.data(recipient.unlock, { params: { token }, body: {} });
    const items = async () => {
      const path = recipient.list.path.replace(':token', token);
      const headers = { authorization: `Bearer ${visitorToken}` };
      return (await vault.anonymous.fetch(`${path}?path=`, { headers })).json();
    };
    expect(await items()).toMatchObject({ code: 200 });
    await toTrash(seeded.id('A'));
    expect([await landing(), await items()]).toMatchObject([E4, E4]);
    await deleteForEver(seeded.id('A'));
    await beforeAndAfterTheJob(async () => {
      expect([await landing(), await items()]).toMatchObject([E4, E4]);
    });
    await seedVault(vault.database, [{ folder: 'A/B', name: 'b.txt' }], { recordId: ACME });
    expect(await items()).toMatchObject(E4);
  });

  it('LINKVIEWS-01 a link to a deleted item keeps its views', async () => {
    const { id, token } = await share('A/B/b.txt');
    await vault.anonymous.data(recipient.unlock, { params: { token }, body: {} });
    await toTrash(seeded.id('A'));
    await deleteForEver(seeded.id('A'));
    await purge();
    const query = { type: 'Link_View', relationId: id } as const;
    expect(await (await ada()).data(history.accessRecords, { query })).toMatchObject({ totalElements: 1 });
  });
});
