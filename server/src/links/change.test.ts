import { type CallInput, contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { E11, P1, P5, P6, P8, P10, P16, PASSWORD_TOO_SHORT } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { TestUser } from '../testing/accounts.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { clearLinks, linkRows, makeLink, type StoredLink, textOf } from '../testing/links.ts';
import { ACME, CLOSED, setUpItems, type SeededItems } from '../testing/seeded-items.ts';

const { links, recipient } = contract;
type Change = NonNullable<CallInput<typeof links.update>['body']>;

const DAY_MS = 86_400_000;
/** A day in the far future, so that no link has expired by the clock of the database. */
const NOW = new Date('2035-03-10T12:00:00Z');
const endOfDay = (ahead: number) => Date.parse('2035-03-10T23:59:59.999Z') + ahead * DAY_MS;
const PASSWORD = 'Abc123Def456';

let vault: TestApp;
let seeded: SeededItems;
let link: StoredLink;

beforeAll(async () => {
  vault = await createTestApp({ clock: { now: () => NOW } });
});
afterAll(() => vault.close());
beforeEach(async () => {
  await clearLinks(vault);
  seeded = await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }]);
  link = await makeLink(vault, { paths: ['A'], expireDateTime: endOfDay(5) });
});

const done = (data: unknown) => ({ status: 200, code: 200, data, errorMessage: null });
const update = async (
  change: Partial<Change>,
  {
    user = 'everything',
    recordId = ACME,
    id = link.id,
  }: { user?: TestUser; recordId?: string; id?: string } = {},
) =>
  (await vault.as(user)).call(links.update, {
    params: { recordId },
    body: { id, expireType: 'On Date', expire: true, notify: false, expireDateTime: endOfDay(5), ...change },
  });
const remove = async (
  id: string,
  { user = 'everything', recordId = ACME }: { user?: TestUser; recordId?: string } = {},
) => (await vault.as(user)).call(links.remove, { params: { recordId, id } });
const setLink = (set: ReturnType<typeof sql>) =>
  sql`update link set ${set} where id = ${link.id}`.execute(vault.database.kysely);
const only = async () => {
  const { content } = await (await vault.as('everything')).data(links.list, { params: { recordId: ACME } });
  return content[0];
};
const unlock = (body: object = {}) =>
  vault.anonymous.call(recipient.unlock, { params: { token: link.token }, body });

describe('C40 changing a link', () => {
  it('LINKDETAIL-16 D-30 the expiry can be moved to the end of a day 1 to 30 days ahead', async () => {
    for (const ahead of [1, 30]) {
      const expireDateTime = endOfDay(ahead);
      const answer = await update({ expireDateTime: expireDateTime - 3_600_000 });
      expect(answer).toEqual(done({ expireDateTime, notify: false, expire: true }));
      expect(await only()).toMatchObject({ expire: true, expireDateTime });
    }
    expect(await update({ expireDateTime: endOfDay(0) })).toEqual(P6);
    expect(await update({ expireDateTime: endOfDay(30) + 1 })).toEqual(P6);
    expect(await only()).toMatchObject({ expireDateTime: endOfDay(30) });
  });

  it('P5 a link that expires needs an expiry day', async () => {
    expect(await update({ expireDateTime: null })).toEqual(P5);
    expect(await update({ expireDateTime: undefined })).toEqual(P5);
  });

  it('LINKDETAIL-18 PERM-17 removing the expiry needs noExp, and then no expiry is returned', async () => {
    expect(await update({ expire: false }, { user: 'sharer' })).toEqual(E11);
    expect(await only()).toMatchObject({ expire: true });
    expect(await update({ expire: false })).toEqual(
      done({ expireDateTime: null, notify: false, expire: false }),
    );
    expect(await only()).toMatchObject({ expire: false, expireDateTime: null });
    // The link already has no expiry, so a user without noExp can switch the notification.
    expect(await update({ expire: false, notify: true }, { user: 'sharer' })).toMatchObject({ code: 200 });
    expect(await only()).toMatchObject({ expire: false, notify: true });
  });

  it('D-32 T-60 an unchanged expiry is not checked, so the notification can always be switched', async () => {
    for (const end of ['2035-03-10T23:59:59.999Z', '2035-03-01T23:59:59.999Z', '2036-01-01T00:00:00.001Z']) {
      const expireDateTime = Date.parse(end);
      await setLink(sql`expires_at = ${new Date(end)}`);
      for (const notify of [true, false]) {
        expect(await update({ expireDateTime, notify })).toEqual(
          done({ expireDateTime, notify, expire: true }),
        );
        expect(await only()).toMatchObject({ notify, expireDateTime });
      }
    }
  });

  it('D-32 a client cannot change the number of views', async () => {
    await setLink(sql`access_times = 7`);
    await update({ accessTimes: 0 });
    expect(await only()).toMatchObject({ accessTimes: 7 });
  });

  it('LINKDETAIL-19 an expired link becomes active again with a later expiry', async () => {
    await setLink(sql`expires_at = now() - interval '1 minute'`);
    expect(await only()).toMatchObject({ status: 'Expired' });
    expect(await unlock()).toMatchObject({ code: 410 });
    expect(await update({ expireDateTime: endOfDay(1) })).toMatchObject({ code: 200 });
    expect(await only()).toMatchObject({ status: 'Active' });
    expect(await unlock()).toMatchObject({ code: 200 });
  });

  it('D-35 a new password is encrypted, shown to sharers, and ends all visits of the link', async () => {
    const other = await makeLink(vault, { paths: ['A'] });
    await unlock();
    await vault.anonymous.data(recipient.unlock, { params: { token: other.token }, body: {} });
    expect((await textOf(vault, 'visit')).split('\n')).toHaveLength(2);
    expect(await update({ password: PASSWORD })).toMatchObject({ code: 200 });
    expect((await textOf(vault, 'visit')).split('\n')).toHaveLength(1);
    expect(await textOf(vault, 'visit')).toContain(other.id);
    expect(await textOf(vault, 'link')).not.toContain(Buffer.from(PASSWORD).toString('hex'));
    const { content } = await (await vault.as('everything')).data(links.list, { params: { recordId: ACME } });
    expect(content.find(({ id }) => id === link.id)).toMatchObject({ password: PASSWORD });
    expect(await unlock()).toMatchObject({ code: 403 });
    expect(await unlock({ password: PASSWORD })).toMatchObject({ code: 200 });
  });

  it.each(['x', 'sevenxx', ` ${'x'.repeat(7)} `, '🔑'.repeat(7)])(
    'GUARD-20 a new password with fewer than 8 characters is refused: %j',
    async (password) => {
      await update({ password: PASSWORD });
      expect(await update({ password })).toEqual(PASSWORD_TOO_SHORT);
      expect(await only()).toMatchObject({ password: PASSWORD });
      expect(await update({ password: '🔑'.repeat(8) })).toMatchObject({ code: 200 });
    },
  );

  it('GUARD-20 a shorter password that was set before the rule still opens the link', async () => {
    await setLink(sql`password_sealed = ${vault.deps.sealer.seal('x')}`);
    await update({ notify: true });
    expect(await unlock({ password: 'x' })).toMatchObject({ code: 200 });
  });

  it('D-35 without a new password visits continue and the old password remains', async () => {
    await update({ password: PASSWORD });
    await unlock({ password: PASSWORD });
    await update({ notify: true });
    expect(await textOf(vault, 'visit')).not.toBe('');
    expect(await only()).toMatchObject({ password: PASSWORD });
    expect(await update({ password: '' })).toEqual(P8);
    expect(await only()).toMatchObject({ password: PASSWORD });
  });

  it('P10 an unknown link, a deleted link or one of another record is not changed', async () => {
    const closed = await makeLink(
      vault,
      { externalIds: [seeded.closedFile] },
      { user: 'outsider', recordId: CLOSED },
    );
    const nothing = { expireDateTime: null, expire: true };
    expect(await update(nothing, { id: 'lnk000000000000000' })).toEqual(P10);
    expect(await update(nothing, { id: closed.id })).toEqual(P10);
    expect(await update(nothing, { id: seeded.id('A') })).toEqual(P10);
    await remove(link.id);
    expect(await update(nothing)).toEqual(P10);
    expect(await update({ expireDateTime: endOfDay(2), password: PASSWORD })).toEqual(P10);
    expect(await only()).toMatchObject({ status: 'Deleted', expireDateTime: endOfDay(5), password: null });
  });

  it('P16 malformed ids and values are refused', async () => {
    expect(await update({}, { id: 'x' })).toEqual(P16);
    const client = await vault.as('everything');
    const path = `/api/v1/services/file-system/${ACME}/link`;
    for (const change of [{ expire: null }, { notify: 'yes' }, { expireDateTime: 'tomorrow' }]) {
      const body = JSON.stringify({ id: link.id, expire: true, notify: true, ...change });
      const reply = await client.fetch(path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(await reply.json()).toMatchObject({ code: 400, errorMessage: 'Invalid request.' });
    }
  });

  it('contract 7 a change or deletion requires the share permission and access to the record', async () => {
    const before = await linkRows(vault);
    for (const user of ['reader', 'editor', 'downloader', 'noVault', 'outsider'] as const) {
      expect(await update({ notify: true }, { user })).toEqual(E11);
      expect(await remove(link.id, { user })).toEqual(E11);
    }
    expect(await update({ notify: true }, { recordId: CLOSED })).toEqual(E11);
    expect(await remove(link.id, { recordId: CLOSED })).toEqual(E11);
    expect(await vault.anonymous.call(links.remove, { params: { recordId: ACME, id: link.id } })).toEqual(P1);
    expect(await linkRows(vault)).toEqual(before);
  });

  it('GUARD-10 a later end needs the rights that the link passes on; an earlier one needs share only', async () => {
    const { id } = await makeLink(vault, { paths: ['A'], allowDownload: true, expireDateTime: endOfDay(5) });
    const user = 'sharer';
    expect(await update({ expireDateTime: endOfDay(6) }, { id, user })).toEqual(E11);
    expect(await update({ expireDateTime: endOfDay(4) }, { id, user })).toMatchObject({ code: 200 });
    expect(await update({ expireDateTime: endOfDay(4), notify: true }, { id, user })).toMatchObject({
      code: 200,
    });
    await sql`update link set expires_at = now() - interval '1 day' where id = ${id}`.execute(
      vault.database.kysely,
    );
    expect(await update({ expireDateTime: endOfDay(2) }, { id, user })).toEqual(E11);
    expect(await update({ expireDateTime: endOfDay(2) }, { id })).toMatchObject({ code: 200 });
    const viewOnly = await makeLink(vault, { paths: ['A'], expireDateTime: endOfDay(5) });
    expect(await update({ expireDateTime: endOfDay(6) }, { id: viewOnly.id, user })).toMatchObject({
      code: 200,
    });
  });

  it('changing a link withstands random requests', async () => {
    const valid = { recordId: ACME, id: link.id, expire: true, notify: true, expireDateTime: endOfDay(3) };
    await mustWithstand(await vault.as('everything'), links.update, { valid, runs: 100 });
  });
});

describe('C41 deleting a link', () => {
  it('LINKS-43 D-28 a deleted link no longer opens; it stays in the list with user and time', async () => {
    expect(await remove(link.id, { user: 'colleague' })).toEqual(done(true));
    expect(await only()).toMatchObject({
      id: link.id,
      status: 'Deleted',
      deleted: true,
      updatedContact: { name: 'Ben Carter' },
      updatedTime: NOW.toISOString(),
      accessUrl: link.accessUrl,
    });
    expect(await unlock()).toEqual(P10);
    expect(await vault.anonymous.call(recipient.landing, { params: { token: link.token } })).toEqual(P10);
  });

  it('D-28 a second deletion succeeds and does not change the user', async () => {
    await remove(link.id);
    expect(await remove(link.id, { user: 'colleague' })).toEqual(done(true));
    expect(await only()).toMatchObject({ updatedContact: { name: 'Ada Byron' } });
    const answers = await Promise.all([remove(link.id), remove(link.id), remove(link.id)]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
  });

  it('LINKS-43 a deletion ends the visits of the link; its recorded views remain', async () => {
    const { data } = await unlock();
    await remove(link.id);
    expect(await textOf(vault, 'visit')).toBe('');
    const reply = await fetch(
      `${vault.origin}/api/v1/services/file-system/public/links/${link.token}/items`,
      {
        headers: { authorization: `Bearer ${data.visitorToken}` },
      },
    );
    expect(await reply.json()).toMatchObject({ code: 404, errorMessage: P10.errorMessage });
    const query = { type: 'Link_View', relationId: link.id } as const;
    const views = await (await vault.as('everything')).data(contract.history.accessRecords, { query });
    expect(views.totalElements).toBe(1);
    expect(await only()).toMatchObject({ accessTimes: 1 });
  });

  it('P10 an unknown link or a link of another record is not deleted', async () => {
    const closed = await makeLink(
      vault,
      { externalIds: [seeded.closedFile] },
      { user: 'outsider', recordId: CLOSED },
    );
    for (const id of ['lnk000000000000000', 'x', closed.id, seeded.id('A')])
      expect(await remove(id)).toEqual(P10);
    expect((await linkRows(vault)).every(({ deletedAt }) => deletedAt === null)).toBe(true);
  });

  it('deleting a link withstands random requests', async () => {
    const valid = { recordId: ACME, id: link.id };
    await mustWithstand(await vault.as('everything'), links.remove, { valid, runs: 100 });
  });
});
