import { contract, Messages } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { ACME } from '../testing/seeded-items.ts';
import { waitingMails } from '../testing/waiting-mails.ts';
import { dataOf, sendAndScan } from './fixtures/submissions.ts';
import { makeLink, type MadeLink, open, type OpenedLink, put, visitorOf } from './fixtures/visitors.ts';
import { Throttle } from '../throttle/index.ts';
import { sendSubmissionNotice } from './notices.ts';

const { recipient, history, files, links } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

async function request(name: string, options = {}): Promise<MadeLink> {
  await put(vault, { folder: name, name: 'there.txt', bytes: 'was there' });
  return makeLink(vault, { kind: 'REQUEST', path: name, askGiver: true, ...options });
}
const submitUploads = async (visitor: OpenedLink, keys: readonly string[], givenAs?: string) =>
  (await visitor.ask(recipient.transferUpload, { body: { fileKeys: keys, givenAs } })).json() as Promise<{
    code: number;
    errorMessage: string | null;
  }>;
const give = async (visitor: OpenedLink, file: readonly [name: string, bytes: string], givenAs?: string) =>
  submitUploads(visitor, (await sendAndScan(visitor, ...file)).keys, givenAs);
const landing = async (link: MadeLink) =>
  dataOf<{ askGiver?: true }>(await visitorOf(vault, link, null).ask(recipient.landing, {}));
const namesIn = async (path: string) => {
  const ada = await vault.as('everything');
  const { content } = await ada.data(files.list, {
    params: { recordId: ACME },
    query: { parentFolder: path },
  });
  return content.map(({ name, uploadedBy }) => `${name} ${uploadedBy}`);
};
const uploadsOf = async (link: MadeLink) => {
  const ada = await vault.as('everything');
  const query = { type: 'Link_View', relationId: link.id, sort: 'createdDate,asc' } as const;
  const { content } = await ada.data(history.accessRecords, { query });
  return content.filter(({ content: action }) => action === 'Upload');
};
const statedIn = async (link: MadeLink) =>
  (
    await sql<{ givenAs: string | null }>`
      select given_as from submission where link_id = ${link.id} order by received_at`.execute(
      vault.database.kysely,
    )
  ).rows.map(({ givenAs }) => givenAs);

describe('USE-47 the name of a giver', () => {
  it('USE-47 a link with askGiver refuses a submission without a name or an e-mail address', async () => {
    const link = await request('Asked');
    expect(await landing(link)).toMatchObject({ askGiver: true });
    const visitor = await open(vault, link);
    const { keys } = await sendAndScan(visitor, 'a.txt', 'a');
    for (const [givenAs, problem] of [
      [undefined, Messages.giverRequired],
      ['  ', Messages.giverRequired],
      ['zoe@', Messages.giverEmail],
      ['a\0b', Messages.giverUnreadable],
      ['x'.repeat(201), Messages.giverTooLong],
    ] as const) {
      expect(await submitUploads(visitor, keys, givenAs)).toMatchObject({ code: 400, errorMessage: problem });
    }
    expect(await namesIn('Asked')).toEqual(['there.txt Ada Byron']);
    expect(await submitUploads(visitor, keys, ' Zoe  Meier ')).toMatchObject({ code: 200 });
    expect(await namesIn('Asked')).toEqual(['a.txt Public', 'there.txt Ada Byron']);
    expect(await statedIn(link)).toEqual(['Zoe Meier']);
    expect(await uploadsOf(link)).toMatchObject([{ accessor: 'Public', givenAs: 'Zoe Meier' }]);
  });

  it('USE-47 a link without askGiver, and a verified address, record no name', async () => {
    const open1 = await request('Not asked', { askGiver: false });
    expect(await landing(open1)).not.toHaveProperty('askGiver');
    expect(await give(await open(vault, open1), ['a.txt', 'a'], 'Ada Byron')).toMatchObject({ code: 200 });
    expect(await statedIn(open1)).toEqual([null]);
    const mailed = await request('Mailed', { receiveByEmails: ['zoe@example.test'] });
    expect(await landing(mailed)).not.toHaveProperty('askGiver');
    const share = await makeLink(vault, { paths: ['Mailed'], askGiver: true });
    expect(await landing(share)).not.toHaveProperty('askGiver');
    const [view] = await uploadsOf(open1);
    expect(view).not.toHaveProperty('givenAs');
  });

  it('USE-47 C40 the details show and change askGiver; clients that do not send it keep it', async () => {
    const ada = await vault.as('everything');
    const link = await request('Switched');
    const row = async (id: string) =>
      (await ada.data(links.list, { params: { recordId: ACME }, query: { id } })).content[0];
    const update = (id: string, askGiver?: boolean) =>
      ada.data(links.update, {
        params: { recordId: ACME },
        body: { id, expire: true, expireDateTime: link.expireDateTime, notify: false, askGiver },
      });
    expect(await row(link.id)).toMatchObject({ askGiver: true });
    expect(await update(link.id)).not.toHaveProperty('askGiver');
    expect(await row(link.id)).toMatchObject({ askGiver: true });
    expect(await update(link.id, false)).toMatchObject({ askGiver: false });
    expect(await row(link.id)).toMatchObject({ askGiver: false });
    expect(await give(await open(vault, link), ['a.txt', 'a'])).toMatchObject({ code: 200 });
    const share = await makeLink(vault, { paths: ['Switched'] });
    await ada.data(links.update, {
      params: { recordId: ACME },
      body: {
        id: share.id,
        expire: true,
        expireDateTime: share.expireDateTime,
        notify: false,
        askGiver: true,
      },
    });
    expect(await row(share.id)).not.toHaveProperty('askGiver');
    expect(await landing(share)).not.toHaveProperty('askGiver');
  });

  it('USE-47 RECIP-10 the notice contains the stated names, escaped, and says they are unverified', async () => {
    await sql`delete from mail`.execute(vault.database.kysely);
    const link = await request('Noticed', { notify: true });
    const visitor = await open(vault, link);
    await give(visitor, ['a.txt', 'a'], '<b>Zoe</b>');
    await give(visitor, ['b.txt', 'b'], 'max@example.test');
    const { rows: visits } = await sql<{ id: string }>`
      select id from visit where link_id = ${link.id}`.execute(vault.database.kysely);
    const throttle = new Throttle(vault.deps);
    await sendSubmissionNotice({ ...vault.deps, throttle }, visits[0]?.id ?? '');
    const rows = await waitingMails(vault);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.subject).toBe('2 files received for Noticed - Portal Vault');
    const text = rows[0]?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'Somebody (given as <b>Zoe</b>, max@example.test) has handed in 2 files for Noticed:',
    );
    expect(text).toContain('The vault has not checked it.');
    expect(rows[0]?.html).not.toContain('<b>Zoe');
    expect(rows[0]?.html).toContain('&lt;b&gt;Zoe');
  });
});

describe('USE-15 a continued visit', () => {
  const openAgain = async (link: MadeLink, continues?: string) => {
    const reply = await visitorOf(vault, link, null).ask(recipient.unlock, { body: { continues } });
    const { visitorToken, continuation } = await dataOf<{ visitorToken: string; continuation?: string }>(
      reply,
    );
    return { visitor: { visitorToken, ...visitorOf(vault, link, visitorToken) }, continuation };
  };
  const receipt = async (visitor: OpenedLink) =>
    dataOf<{ content: { name: string; isThisVisit: boolean }[] }>(
      await visitor.ask(recipient.uploadReceipt, { query: {} }),
    );

  it('USE-15 USE-07 a device keeps its submissions and its giver after its visit has ended', async () => {
    const link = await request('Continued', { askGiver: false });
    const first = await openAgain(link);
    await give(first.visitor, ['a.txt', 'first']);
    await sql`update visit set expires_at = now() - interval '1 ms' where link_id = ${link.id}`.execute(
      vault.database.kysely,
    );
    expect((await first.visitor.ask(recipient.uploadReceipt, { query: {} })).status).toBe(401);
    const second = await openAgain(link, first.continuation);
    expect(await receipt(second.visitor)).toMatchObject({ content: [{ name: 'a.txt', isThisVisit: true }] });
    await give(second.visitor, ['a.txt', 'corrected']);
    const third = await openAgain(link, second.continuation);
    expect((await receipt(third.visitor)).content).toHaveLength(2);
    expect(await namesIn('Continued')).toEqual(['a.txt Public', 'there.txt Ada Byron']);
  });

  it('USE-15 an altered or absent continuation, or one of another link, shows no submissions', async () => {
    const link = await request('Not continued', { askGiver: false });
    const other = await request('Other', { askGiver: false });
    const mine = await openAgain(link);
    await give(mine.visitor, ['a.txt', 'a']);
    const theirs = await openAgain(other);
    for (const continues of [undefined, theirs.continuation, `${mine.continuation}x`, 'x', '']) {
      const { visitor } = await openAgain(link, continues);
      expect((await receipt(visitor)).content).toEqual([]);
    }
  });

  it('USE-15 a continuation does not replace the password; a share returns no continuation', async () => {
    const locked = await request('Locked', { havePassword: true, password: 'Right123' });
    const { continuation } = await dataOf<{ continuation?: string }>(
      await visitorOf(vault, locked, null).ask(recipient.unlock, { body: { password: 'Right123' } }),
    );
    expect(continuation).toBeDefined();
    const reply = await visitorOf(vault, locked, null).ask(recipient.unlock, {
      body: { continues: continuation },
    });
    expect(reply.status).toBe(403);
    const share = await makeLink(vault, { paths: ['Locked'] });
    expect((await openAgain(share)).continuation).toBeUndefined();
  });
});
