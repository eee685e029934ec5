import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readZip } from '../testing/read-zip.ts';
import { accessesOf } from '../testing/accesses.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { waitForLockWait } from '../testing/lock-wait.ts';
import { ACME } from '../testing/seeded-items.ts';
import { fileAt, type MadeLink, makeLink, open, put, visitorOf } from './fixtures/visitors.ts';

const { recipient, history, links } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`delete from mail`.execute(vault.database.kysely);
});

describe('views', () => {
  const viewsOf = async (link: MadeLink) => {
    const ada = await vault.as('everything');
    const { content } = await ada.data(history.accessRecords, {
      query: { type: 'Link_View', relationId: link.id, size: 50 },
    });
    const { content: rows } = await ada.data(links.list, { params: { recordId: ACME }, query: { size: 50 } });
    const row = rows.find(({ id }) => id === link.id);
    return {
      actions: content
        .map(({ content: action, fileNames }) => `${action} ${fileNames?.join(', ') ?? ''}`.trim())
        .toSorted(),
      times: row?.accessTimes,
      last: row?.lastAccessedTime,
    };
  };

  it('USE-13 LINKVIEWS-06 D-33 an opening, preview or download is one view; ranges add none', async () => {
    const { id } = await put(vault, { folder: 'Viewed', name: 'a.txt', bytes: 'hello world' });
    const { externalId } = await fileAt(vault, id);
    const link = await makeLink(vault, { paths: ['Viewed'], allowDownload: true });
    expect(await viewsOf(link)).toEqual({ actions: [], times: 0, last: null });
    const visitor = await open(vault, link);
    const preview = async (range?: string) => {
      const reply = await visitor.ask(recipient.preview, { params: { externalId } }, range ? { range } : {});
      return reply.text();
    };
    const download = async (range?: string) => {
      const body = { sfids: [id] };
      return (await visitor.ask(recipient.download, { body }, range ? { range } : {})).text();
    };
    expect(await preview()).toBe('hello world');
    expect(await preview('bytes=0-4')).toBe('hello');
    expect(await preview('bytes=6-')).toBe('world');
    expect(await download()).toBe('hello world');
    expect(await download('bytes=6-')).toBe('world');
    const views = await viewsOf(link);
    expect(views).toMatchObject({ actions: ['Download a.txt', 'Preview a.txt', 'View'], times: 3 });
    expect(views.last).not.toBeNull();
    await preview();
    await download();
    await open(vault, link);
    expect(await viewsOf(link)).toMatchObject({
      actions: ['Download a.txt', 'Download a.txt', 'Preview a.txt', 'Preview a.txt', 'View', 'View'],
      times: 6,
    });
    const ada = await vault.as('everything');
    const file = await ada.data(history.accessRecords, { query: { type: 'Download', relationId: id } });
    expect(file.content.map(({ accessor, content }) => `${accessor} ${content}`).toSorted()).toEqual([
      'Public Download',
      'Public Download',
      'Public Preview',
      'Public Preview',
    ]);
  });

  it('USE-13 AUDIT-01 ranges of a newer version are another preview of the same visit', async () => {
    const name = 'new.txt';
    const { id } = await put(vault, { folder: 'Renewed', name, bytes: 'first' });
    const { externalId } = await fileAt(vault, id);
    const visitor = await open(vault, await makeLink(vault, { paths: ['Renewed'] }));
    const preview = async () => {
      const reply = await visitor.ask(recipient.preview, { params: { externalId } }, { range: 'bytes=1-' });
      return reply.text();
    };
    expect([await preview(), await preview()]).toEqual(['irst', 'irst']);
    await put(vault, { folder: 'Renewed', name, bytes: 'second' });
    expect(await preview()).toBe('econd');
    const versions = (await accessesOf(vault.database, id)).map(({ versionId }) => versionId);
    expect([versions.length, new Set(versions).size]).toEqual([2, 2]);
  });

  it('SAFE-11 a preview whose visit ends during the call is refused as after its end', async () => {
    const { id } = await put(vault, { folder: 'Ended', name: 'a.txt', bytes: 'hello' });
    const { externalId } = await fileAt(vault, id);
    const link = await makeLink(vault, { paths: ['Ended'] });
    const visitor = await open(vault, link);
    const reply = await vault.database.kysely.transaction().execute(async (tx) => {
      await sql`delete from visit where link_id = ${link.id}`.execute(tx);
      const refused = visitor.ask(recipient.preview, { params: { externalId } });
      await waitForLockWait(vault.database);
      return { refused };
    });
    expect((await reply.refused).status).toBe(401);
    expect((await viewsOf(link)).actions).toEqual(['View']);
  });

  it('USE-13 all requests to one download address count as one transfer', async () => {
    await put(vault, { folder: 'Ticketed', name: 'a.txt', bytes: 'hello world' });
    await put(vault, { folder: 'Ticketed', name: 'b.txt', bytes: 'b' });
    const link = await makeLink(vault, { paths: ['Ticketed'], allowDownload: true });
    const visitor = await open(vault, link);
    const ticket = async () => {
      const reply = await visitor.ask(recipient.downloadTicket, { body: { paths: ['Ticketed'] } });
      return ((await reply.json()) as { data: { url: string } }).data.url;
    };
    const first = await ticket();
    for (const headers of [{}, { range: 'bytes=0-1' }, { range: 'bytes=5-' }, {}]) {
      // oxlint-disable-next-line no-await-in-loop
      await (await fetch(first, { headers })).arrayBuffer();
    }
    await (await fetch(await ticket())).arrayBuffer();
    const files = 'Download Ticketed/a.txt, Ticketed/b.txt';
    expect(await viewsOf(link)).toMatchObject({ actions: [files, files, 'View'], times: 3 });
  });

  it('GUARD-40 USE-13 visitors get allowed names too; the list of names is no viewed file', async () => {
    await put(vault, { folder: 'Devices', name: 'CON.txt', bytes: 'x' });
    const link = await makeLink(vault, { paths: ['Devices'], allowDownload: true });
    const visitor = await open(vault, link);
    const reply = await visitor.ask(recipient.download, { body: { paths: ['Devices'] } });
    const files = await readZip(Buffer.from(await reply.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['Devices/CON_.txt', '_names.txt']);
    expect(files['_names.txt']).toContain('Devices/CON.txt -> Devices/CON_.txt');
    expect(await viewsOf(link)).toMatchObject({ actions: ['Download Devices/CON_.txt', 'View'] });
  });

  it.each(['Slackbot-LinkExpanding 1.0', 'curl/8.1', 'Mozilla/5.0 (compatible; bingbot/2.0)'])(
    'AUDIT-06 the program %s that only opens a link is listed as Automatic and not counted',
    async (agent) => {
      await put(vault, { folder: 'Viewed', name: 'a.txt', bytes: 'x' });
      const link = await makeLink(vault, { paths: ['Viewed'], notify: true });
      const program = visitorOf(vault, link, null);
      for (let load = 0; load < 2; load += 1) {
        await program.ask(recipient.landing, {}, { 'user-agent': agent });
        await program.ask(recipient.unlock, { body: {} }, { 'user-agent': agent });
      }
      expect(await viewsOf(link)).toEqual({ actions: ['Automatic'], times: 0, last: null });
      const mails = await sql`select 1 from mail`.execute(vault.database.kysely);
      expect(mails.rows).toEqual([]);
    },
  );

  it('AUDIT-06 a program that unlocks a link with a password is counted and listed as a person', async () => {
    await put(vault, { folder: 'Viewed', name: 'a.txt', bytes: 'x' });
    const password = 'right password';
    const link = await makeLink(vault, { paths: ['Viewed'], havePassword: true, password });
    await open(vault, link, { password }, { 'user-agent': 'python-requests/2.32' });
    expect(await viewsOf(link)).toMatchObject({ actions: ['View'], times: 1 });
  });

  it('AUDIT-06 a download is counted and listed although the user agent names a program', async () => {
    const { id } = await put(vault, { folder: 'Viewed', name: 'a.txt', bytes: 'x' });
    const link = await makeLink(vault, { paths: ['Viewed'], allowDownload: true });
    const headers = { 'user-agent': 'curl/8.1' };
    const { visitorToken } = await open(vault, link, {}, headers);
    const body = { sfids: [id] };
    await visitorOf(vault, link, visitorToken).ask(recipient.download, { body }, headers);
    expect(await viewsOf(link)).toMatchObject({ actions: ['Automatic', 'Download a.txt'], times: 1 });
  });

  it('RECIP-10 the sharer gets one mail for each visit when the link has notify', async () => {
    await put(vault, { folder: 'Viewed', name: 'a.txt', bytes: 'x' });
    const quiet = await makeLink(vault, { paths: ['Viewed'] });
    const told = await makeLink(vault, { paths: ['Viewed'], notify: true });
    await open(vault, quiet);
    await open(vault, told);
    const { rows } = await sql<{ recipients: string[]; subject: string }>`
      select recipients, subject from mail`.execute(vault.database.kysely);
    expect(rows).toEqual([{ recipients: ['ada@example.test'], subject: 'Viewed was opened - Portal Vault' }]);
  });
});
