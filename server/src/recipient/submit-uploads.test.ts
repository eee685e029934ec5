import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { ACME } from '../testing/seeded-items.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { requestedCode } from './fixtures/codes.ts';
import { dataOf, sendAndScan } from './fixtures/submissions.ts';
import { makeLink, type MadeLink, open, type OpenedLink, put } from './fixtures/visitors.ts';

const { recipient, files, history, links, organise } = contract;
const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const transfer = async (visitor: OpenedLink, keys: string[]) => {
  const reply = await visitor.ask(recipient.transferUpload, { body: { fileKeys: keys } });
  const { detailList } = await dataOf<{ detailList: { code: number }[] }>(reply);
  return detailList.map(({ code }) => code);
};

const receipt = async (visitor: OpenedLink) =>
  dataOf<{ content: { name: string; size: number; sha256: string }[]; totalElements: number }>(
    await visitor.ask(recipient.uploadReceipt, { query: {} }),
  );

async function request(name: string, options = {}): Promise<MadeLink> {
  await put(vault, { folder: name, name: 'there.txt', bytes: 'was there' });
  return makeLink(vault, { kind: 'REQUEST', path: name, ...options });
}

const listed = async (path: string) => {
  const ada = await vault.as('everything');
  const { content } = await ada.data(files.list, {
    params: { recordId: ACME },
    query: { parentFolder: path },
  });
  return content.map(({ name, uploadedBy, versionCount }) => `${name} ${uploadedBy} ${versionCount}`);
};

describe('submitting through a request', () => {
  it('REQUEST-01 RECIP-07 RECIP-09 uploads are stored in the folder, with Public as uploader', async () => {
    const visitor = await open(vault, await request('Inbox'));
    const one = await sendAndScan(visitor, 'mine.txt', 'mine');
    const zip = rawZip([
      { name: 'Papers/a.txt', content: 'a' },
      { name: 'Papers/b/c.txt', content: 'c' },
    ]);
    const folder = await sendAndScan(visitor, 'Papers.zip', zip, true);
    expect(await transfer(visitor, [...one.keys, ...folder.keys])).toEqual([200, 200, 200]);
    expect(await listed('Inbox')).toEqual(['Papers Public 0', 'mine.txt Public 1', 'there.txt Ada Byron 1']);
  });

  it('T-51 D-23 a repeated call stores nothing twice', async () => {
    const visitor = await open(vault, await request('Again'));
    const { keys } = await sendAndScan(visitor, 'mine.txt', 'newer');
    expect(await transfer(visitor, keys)).toEqual([200]);
    expect(await transfer(visitor, keys)).toEqual([200]);
    expect(await listed('Again')).toEqual(['mine.txt Public 1', 'there.txt Ada Byron 1']);
  });

  it('a file with a virus cannot be submitted', async () => {
    const visitor = await open(vault, await request('Clean'));
    const { keys, verdicts } = await sendAndScan(visitor, 'eicar.txt', EICAR);
    expect(verdicts).toEqual(['VIRUS']);
    expect(await transfer(visitor, keys)).toEqual([422]);
    expect(await listed('Clean')).toEqual(['there.txt Ada Byron 1']);
  });

  it('the receipt lists the files of this visit with size and SHA-256, and no others', async () => {
    const link = await request('Receipts');
    const visitor = await open(vault, link);
    const other = await open(vault, link);
    expect(await receipt(visitor)).toMatchObject({ content: [], totalElements: 0 });
    const { keys } = await sendAndScan(visitor, 'abc.txt', 'abc');
    expect(await receipt(visitor)).toMatchObject({ totalElements: 0 });
    await transfer(visitor, keys);
    expect(await receipt(visitor)).toMatchObject({
      totalElements: 1,
      content: [
        {
          name: 'abc.txt',
          size: 3,
          sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        },
      ],
    });
    expect(await receipt(other)).toMatchObject({ totalElements: 0 });
  });

  it('a key works only in its visit, an address only for its visit and link', async () => {
    const link = await request('Own keys');
    const visitor = await open(vault, link);
    const other = await open(vault, link);
    const { keys, url } = await sendAndScan(visitor, 'mine.txt', 'mine');
    expect(await transfer(other, keys)).toEqual([404]);
    const elsewhere = await request('Elsewhere');
    const status = async (address: string) => (await fetch(address, { method: 'PUT', body: 'x' })).status;
    expect(await status(url.replace(link.token, elsewhere.token))).toBe(401);
    const { rows } = await sql<{ id: string }>`select id from visit order by created_at`.execute(
      vault.database.kysely,
    );
    const mine = rows.find(({ id }) => url.includes(id));
    const theirs = rows.find(({ id }) => id !== mine?.id);
    expect([401, 403]).toContain(await status(url.replace(mine?.id ?? '', theirs?.id ?? '')));
    await (await vault.as('everything')).data(links.remove, { params: { recordId: ACME, id: link.id } });
    expect(await status(url)).toBe(404);
  });

  it('RECIP-09 a verified address is shown in the list', async () => {
    const link = await request('Verified', { receiveByEmails: ['zoe@example.test'] });
    await visitorCode(link);
    const visitor = await open(vault, link, { email: 'zoe@example.test', code: await visitorCode(link) });
    const { keys } = await sendAndScan(visitor, 'mine.txt', 'mine');
    await transfer(visitor, keys);
    expect(await listed('Verified')).toEqual(['mine.txt zoe@example.test 1', 'there.txt Ada Byron 1']);
  });
});

describe('USE-13 views of requests', () => {
  const viewsOf = async (link: MadeLink) => {
    const ada = await vault.as('everything');
    const query = { type: 'Link_View', relationId: link.id, sort: 'createdDate,asc' } as const;
    const { content } = await ada.data(history.accessRecords, { query });
    const { content: rows } = await ada.data(links.list, { params: { recordId: ACME }, query: { size: 50 } });
    const row = rows.find(({ id }) => id === link.id);
    return {
      uploads: content.flatMap((view) =>
        view.content === 'Upload' ? [view.fileNames?.join(', ') ?? ''] : [],
      ),
      times: row?.accessTimes,
      isNewest: row?.lastAccessedTime === content.at(-1)?.createdDate,
    };
  };
  const submitUploads = async (visitor: OpenedLink, keys: string[], batch?: string) =>
    visitor.ask(recipient.transferUpload, { body: { fileKeys: keys, batch } });

  it('USE-13 LINKVIEWS-06 each submission adds a view with its files; a repeated call adds none', async () => {
    const link = await request('Submitted');
    const visitor = await open(vault, link);
    const one = await sendAndScan(visitor, 'one.txt', '1');
    const two = await sendAndScan(visitor, 'there.txt', '22');
    const three = await sendAndScan(visitor, 'three.txt', '333');
    await submitUploads(visitor, one.keys);
    await submitUploads(visitor, one.keys);
    await submitUploads(visitor, [...two.keys, ...three.keys]);
    expect(await viewsOf(link)).toEqual({
      uploads: ['one.txt', 'there (1).txt, three.txt'],
      times: 3,
      isNewest: true,
    });
  });

  it('USE-13 calls of one batch are one submission, even when they are concurrent', async () => {
    const link = await request('Batches');
    const visitor = await open(vault, link);
    const scanned = await Promise.all(['1', '2', '3', '4'].map((n) => sendAndScan(visitor, `${n}.txt`, n)));
    const keys = scanned.map((one) => one.keys);
    await Promise.all(keys.slice(0, 3).map((some) => submitUploads(visitor, some, 'first')));
    await submitUploads(visitor, keys[3] ?? [], 'second');
    const { uploads, times, isNewest } = await viewsOf(link);
    expect(uploads.map((names) => names.split(', ').toSorted())).toEqual([
      ['1.txt', '2.txt', '3.txt'],
      ['4.txt'],
    ]);
    expect([times, isNewest]).toEqual([3, true]);
  });
});

describe('USE-07 names in requests', () => {
  const give = async (visitor: OpenedLink, name: string, bytes: string | Buffer, isFolder = false) => {
    const { keys } = await sendAndScan(visitor, name, bytes, isFolder);
    const reply = await visitor.ask(recipient.transferUpload, { body: { fileKeys: keys } });
    return (await dataOf<{ detailList: { code: number; sameAs?: string }[] }>(reply)).detailList.map(
      ({ code, sameAs }) => (sameAs === undefined ? code : `${code} same as ${sameAs}`),
    );
  };

  it('USE-07 existing names get a number, also in folders; only the same visitor adds a version', async () => {
    const link = await request('Phones');
    const one = await open(vault, link);
    const other = await open(vault, link);
    const papers = (content: string) => rawZip([{ name: 'Papers/scan.pdf', content }]);
    expect(await give(one, 'there.txt', 'of one')).toEqual([200]);
    expect(await give(one, 'image.jpg', 'photo of one')).toEqual([200]);
    expect(await give(other, 'image.jpg', 'photo of the other')).toEqual([200]);
    expect(await give(one, 'Papers.zip', papers('one'), true)).toEqual([200]);
    expect(await give(other, 'Papers.zip', papers('other'), true)).toEqual([200]);
    expect(await listed('Phones')).toEqual([
      'Papers Public 0',
      'image (1).jpg Public 1',
      'image.jpg Public 1',
      'there (1).txt Public 1',
      'there.txt Ada Byron 1',
    ]);
    expect(await listed('Phones/Papers')).toEqual(['scan (1).pdf Public 1', 'scan.pdf Public 1']);

    expect(await give(other, 'image.jpg', 'corrected by the other')).toEqual([200]);
    expect(await give(one, 'there.txt', 'corrected by one')).toEqual([200]);
    expect((await listed('Phones')).slice(1)).toEqual([
      'image (1).jpg Public 2',
      'image.jpg Public 1',
      'there (1).txt Public 2',
      'there.txt Ada Byron 1',
    ]);
  });

  it("USE-07 T-82 the receipt shows the visitor's own file names", async () => {
    const visitor = await open(vault, await request('Silent'));
    await give(visitor, 'there.txt', 'mine');
    expect((await receipt(visitor)).content.map(({ name }) => name)).toEqual(['there.txt']);
  });

  it('USE-07 a file that the firm has changed, renamed or moved gets no version of a visitor', async () => {
    const visitor = await open(vault, await request('Changed'));
    await give(visitor, 'a.txt', '1');
    await give(visitor, 'b.txt', '2');
    await put(vault, { folder: 'Changed', name: 'a.txt', bytes: 'edited by the firm' });
    const ada = await vault.as('everything');
    const { content } = await ada.data(files.list, {
      params: { recordId: ACME },
      query: { parentFolder: 'Changed' },
    });
    const sfid = content.find(({ name }) => name === 'b.txt')?.sfid ?? '';
    await ada.data(organise.renameFile, { body: { sfid, name: 'Passport.txt', linkId: ACME } });
    await give(visitor, 'a.txt', '3');
    await give(visitor, 'b.txt', '4');
    expect(await listed('Changed')).toEqual([
      'a (1).txt Public 1',
      'a.txt Ada Byron 2',
      'b.txt Public 1',
      'Passport.txt Public 1',
      'there.txt Ada Byron 1',
    ]);
  });

  it('USE-07 repeated bytes in a visit are reported, and not stored again under the same name', async () => {
    const link = await request('Twice');
    const visitor = await open(vault, link);
    expect(await give(visitor, 'a.txt', 'same')).toEqual([200]);
    expect(await give(visitor, 'a.txt', 'same')).toEqual(['200 same as a.txt']);
    expect(await give(visitor, 'b.txt', 'same')).toEqual(['200 same as a.txt']);
    expect(await give(visitor, 'empty 1.txt', '')).toEqual([200]);
    expect(await give(visitor, 'empty 2.txt', '')).toEqual([200]);
    expect(await give(await open(vault, link), 'c.txt', 'same')).toEqual([200]);
    expect(await listed('Twice')).toEqual([
      'a.txt Public 1',
      'b.txt Public 1',
      'c.txt Public 1',
      'empty 1.txt Public 1',
      'empty 2.txt Public 1',
      'there.txt Ada Byron 1',
    ]);
    expect((await receipt(visitor)).totalElements).toBe(4);
  });

  it('USE-07 two visitors who submit one name concurrently get two files', async () => {
    const link = await request('At once');
    const visitors = await Promise.all(Array.from({ length: 6 }, () => open(vault, link)));
    const scanned = await Promise.all(
      visitors.map((visitor, n) => sendAndScan(visitor, 'image.jpg', `photo ${n}`)),
    );
    const codes = await Promise.all(visitors.map((visitor, n) => transfer(visitor, scanned[n]?.keys ?? [])));
    expect(codes.flat()).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await listed('At once')).toHaveLength(7);
  });

  it('USE-07 USE-15 a verified address is one giver in all visits, a public visitor in one', async () => {
    const link = await request('Verified again', { receiveByEmails: ['zoe@example.test'] });
    const enter = async () => open(vault, link, { email: 'zoe@example.test', code: await visitorCode(link) });
    await give(await enter(), 'tax.pdf', 'first');
    const later = await enter();
    await give(later, 'tax.pdf', 'corrected');
    expect(await listed('Verified again')).toEqual(['tax.pdf zoe@example.test 2', 'there.txt Ada Byron 1']);
    expect((await receipt(later)).content).toMatchObject([
      { name: 'tax.pdf', isThisVisit: false },
      { name: 'tax.pdf', isThisVisit: true },
    ]);
  });
});

async function visitorCode(link: MadeLink): Promise<string> {
  await fetch(`${vault.origin}/api/v1/services/file-system/public/links/${link.token}/verify-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'zoe@example.test' }),
  });
  return requestedCode(vault, link);
}
