import type { Abilities } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatDateTime } from '../../kit/index.ts';
import {
  choose,
  expectAccessible,
  expectGone,
  expectVisible,
  idOf,
  linkOf,
  linksReply,
  linksTab,
  openMenu,
  openVault,
  press,
  refusal,
  type Replies,
  toast,
} from '../../testing/index.ts';
import type { Exposure, Receivers } from './queries.ts';

const FILE = 'fil00000000000Tax1';
const AT = `?view=administration&section=exposure&object=${FILE}`;
const AUDITOR = { audit: true, read: false };
const RECORD = { sfid: 'recAcme00000000000', name: 'Acme Ltd' };
const LINK = { sfid: 'lnk000000000000001', name: 'Tax for the bank' };
const visitor = {
  kind: 'visitor',
  id: null,
  name: null,
  email: 'bo@bank.test',
  address: '192.0.2.9',
} as const;
const DAY = '2026-11-20T09:00:00.000Z';

const EXPOSURE: Exposure = {
  item: { sfid: FILE, kind: 'file', name: 'Tax.pdf', path: 'Tax/2025', record: RECORD, state: 'present' },
  at: '2026-11-25T09:00:00.000Z',
  completeFrom: '2026-11-01T00:00:00.000Z',
  accessesFrom: '2026-10-01T00:00:00.000Z',
  people: {
    rows: [
      {
        sfid: 'usrAda000000000000',
        name: 'Ada Byron',
        email: 'ada@example.test',
        rights: ['read', 'share'],
        reason: 'member',
      },
    ],
    next: null,
  },
  links: {
    rows: [
      {
        sfid: LINK.sfid,
        name: LINK.name,
        type: 'SHARE',
        rights: ['view', 'download'],
        through: { sfid: 'fld000000000000Tax', name: 'Tax', place: 'above' },
        isPublic: true,
        hasPassword: true,
        recipients: [],
        maker: { sfid: 'usrAda000000000000', name: 'Ada Byron' },
        createdAt: DAY,
        expiresAt: null,
        accessTimes: 3,
        lastAccessedAt: DAY,
      },
    ],
    next: null,
  },
  accesses: {
    rows: [
      {
        id: 7,
        at: DAY,
        action: 'file.download',
        who: visitor,
        file: { sfid: FILE, name: 'Tax.pdf', path: 'Tax' },
        versionId: null,
        link: LINK,
        redacted: false,
      },
    ],
    next: null,
    searchedTo: null,
  },
  recall: { links: 2, visits: 1 },
};
const RECEIVERS: Receivers = {
  receivers: [
    { ...visitor, link: LINK, count: 2, lastAt: DAY },
    { ...visitor, email: null, address: '192.0.2.10', link: LINK, count: 1, lastAt: DAY },
  ],
  firm: 'Byron & Co',
  searchedTo: null,
};

const open = (replies: Replies = {}, at = AT, abilities: Partial<Abilities> = AUDITOR) =>
  openVault({ at, abilities, replies: { 'exposure.read': EXPOSURE, ...replies } });
const rowOf = (table: string) => page.getByRole('table', { name: table }).getByRole('row').nth(1);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('USE-40 AUDIT-09 a list is as high as its rows, and scrolls from a height of about seven rows', async () => {
  const [person] = EXPOSURE.people?.rows ?? [];
  if (person === undefined) throw new Error('There is no person');
  const rows = Array.from({ length: 20 }, (_, n) => ({ ...person, sfid: idOf('usr', n) }));
  await open({ 'exposure.read': { ...EXPOSURE, people: { rows, next: null } } });
  const [many, one] = ['People who could open it', 'Links that reached it'].map((name) =>
    page.getByRole('table', { name }),
  );
  await expectVisible(rowOf('Links that reached it'));
  const roomOf = (table: typeof one) => table?.element().parentElement?.clientHeight ?? 0;
  expect(roomOf(one)).toBe(one?.element().clientHeight);
  expect(roomOf(many)).toBeGreaterThan(300);
  expect(roomOf(many)).toBeLessThan(340);
});

test('AUDIT-09 shows the item, who could open it and why, the links, and who did', async () => {
  const { server } = await open();
  await expectVisible(page.getByRole('heading', { name: 'Tax.pdf' }));
  await expectVisible(page.getByText('File · Acme Ltd / Tax/2025'));
  await expect
    .element(rowOf('People who could open it'))
    .toHaveTextContent('Ada Byronada@example.testopen, shareHas this record');
  await expect
    .element(rowOf('Links that reached it'))
    .toHaveTextContent(
      `Tax for the bankAnyone, with a passwordFolder Tax around itview, downloadAda Byron${formatDateTime(DAY)}3`,
    );
  await expect
    .element(rowOf('Who opened or downloaded it'))
    .toHaveTextContent(
      `${formatDateTime(DAY)}Visitor bo@bank.testDownloadTax/Tax.pdfTax for the bank192.0.2.9`,
    );
  expect(server.calls('exposure.read')).toEqual([
    expect.objectContaining({ params: { id: FILE }, query: { list: 'all', size: 100 } }),
  ]);
  await expectGone(button('Recall'));
  await expectAccessible();
});

test('AUDIT-09 a typed moment is in the call and in the address, and Show now returns', async () => {
  const { server } = await open();
  const field = page.getByRole('textbox', { name: 'At' });
  await field.fill('11/20/2026 09:30:00 AM');
  await press('Enter');
  const at = new Date('2026-11-20T09:30:00').toISOString();
  await expect.poll(() => server.calls('exposure.read').at(-1)?.query.at).toBe(at);
  await expect.poll(() => new URLSearchParams(location.search).get('at')).toBe(at);
  await button('Show now').click();
  await expect.poll(() => location.search).toBe(AT);
});

test('AUDIT-09 says from when on rights are known, and guesses nothing before', async () => {
  await open({ 'exposure.read': { ...EXPOSURE, people: null, links: null } });
  await expectVisible(page.getByText('People and links at this moment are not known'));
  await expectVisible(page.getByText(new RegExp(`since ${formatDateTime(EXPOSURE.completeFrom)}`)));
  await expectGone(page.getByRole('table', { name: 'People who could open it' }));
  await expectVisible(page.getByRole('table', { name: 'Who opened or downloaded it' }));
  await expectAccessible();
});

test('AUDIT-09 a list is continued at its next page, at the same moment', async () => {
  const { server } = await open({
    'exposure.read': ({ query: { list } }) => {
      const [person] = EXPOSURE.people?.rows ?? [];
      if (person === undefined) throw new Error('no person');
      if (list === 'all') return { ...EXPOSURE, people: { rows: [person], next: '1' } };
      const rows = [{ ...person, sfid: 'usrBen000000000000', name: 'Ben Carter' }];
      return { ...EXPOSURE, people: { rows, next: null }, links: null, accesses: null };
    },
  });
  await button('Show more: People who could open it').click();
  await expectVisible(page.getByText('Ben Carter'));
  await expectVisible(page.getByText('ada@example.test').first());
  await expectGone(button('Show more: People who could open it'));
  expect(server.calls('exposure.read').at(-1)?.query).toMatchObject({
    list: 'people',
    after: '1',
    at: EXPOSURE.at,
  });
});

test('AUDIT-09 empty lists say so, and how far the audit reaches', async () => {
  const none = { rows: [], next: null };
  await open({
    'exposure.read': { ...EXPOSURE, people: none, links: none, accesses: { ...none, searchedTo: null } },
  });
  for (const text of [
    'No person could open it.',
    'No link reached it.',
    'Nobody has opened or downloaded it.',
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expectVisible(page.getByText(text));
  }
  await expectVisible(page.getByText(/^The vault has recorded views and downloads since/));
});

test('AUDIT-09 an unknown item gives the reason and can be tried again', async () => {
  const { server } = await open({ 'exposure.read': refusal(404, 'NOT_FOUND', 'It does not exist.') });
  await expectVisible(page.getByText('It does not exist.'));
  await expect.element(button('Export')).toBeDisabled();
  await expectAccessible();
  server.reply({ 'exposure.read': EXPOSURE });
  await button('Try again').click();
  await expectVisible(page.getByRole('heading', { name: 'Tax.pdf' }));
});

test('AUDIT-09 an address without an item says how to choose one', async () => {
  await open({}, '?view=administration&section=exposure');
  await expectVisible(page.getByText('No file, folder or link is chosen'));
});

test('AUDIT-09 the export asks for the moment of the screen', async () => {
  const at = '2026-11-20T08:00:00.000Z';
  const { server } = await open({ 'exposure.exportAddress': 'data:text/csv,List' }, `${AT}&at=${at}`);
  await expectVisible(page.getByRole('heading', { name: 'Tax.pdf' }));
  await button('Export').click();
  await expect
    .poll(() => server.calls('exposure.exportAddress'))
    .toEqual([expect.objectContaining({ params: { id: FILE }, query: { at } })]);
});

test('AUDIT-09 opens from the menu of a file for people with the right audit only', async () => {
  const { record } = await openVault({
    items: ['Tax.pdf'],
    abilities: { audit: true },
    replies: { 'exposure.read': EXPOSURE },
  });
  await choose('Tax.pdf', 'Who could open this?');
  await expectVisible(page.getByRole('table', { name: 'People who could open it' }));
  const [item] = record.itemsOf('');
  expect(new URLSearchParams(location.search).get('object')).toBe(item?.sfid);
  await expect
    .element(page.getByRole('tab', { name: 'Who could open' }))
    .toHaveAttribute('aria-selected', 'true');
});

test('AUDIT-09 without the right audit the menu of a file does not offer it', async () => {
  await openVault({ items: ['Tax.pdf'] });
  const menu = await openMenu('Tax.pdf');
  await expectGone(menu.getByRole('menuitem', { name: 'Who could open this?' }));
});

test('AUDIT-09 opens from the menu of a link', async () => {
  const link = linkOf('Tax', { id: LINK.sfid });
  await openVault({
    at: '?tab=2',
    abilities: { audit: true },
    replies: { 'links.list': linksReply(() => [link]), 'exposure.read': EXPOSURE },
  });
  await linksTab().more('Tax').click();
  await page.getByRole('menuitem', { name: 'Who could open this?' }).click();
  await expectVisible(page.getByRole('table', { name: 'Links that reached it' }));
  expect(new URLSearchParams(location.search).get('object')).toBe(LINK.sfid);
});

const ADMIN = { admin: true, read: false };

test('AUDIT-10 a recall says what ends, ends it, and shows who has received it and a mail to them', async () => {
  const { server } = await open(
    { 'exposure.recall': { links: [LINK], visits: 1 }, 'exposure.receivers': RECEIVERS },
    AT,
    ADMIN,
  );
  await button('Recall').click();
  const question = page.getByRole('dialog', { name: 'Recall' });
  await expectVisible(question.getByText('2 links that reach it end for everybody. This cannot be undone.'));
  await expectVisible(question.getByText('1 open visit ends, and downloads that run in it are cut.'));
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  server.reply({ 'exposure.read': { ...EXPOSURE, recall: { links: 0, visits: 0 } } });
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(toast('1 link ended.'));
  const receivers = page.getByRole('dialog', { name: 'Who has received it' });
  await expectVisible(receivers.getByRole('cell', { name: /^Visitor bo@bank\.test/ }));
  await expectVisible(receivers.getByText(/^1 visitor gave no e-mail address/));
  const text = receivers.getByRole('textbox', { name: 'Text for a mail to them' });
  await expect.element(text).toHaveValue(expect.stringContaining('‘Tax.pdf’ from Byron & Co'));
  await text.fill('Dear Bo');
  await expect
    .element(receivers.getByRole('link', { name: 'Open in mail program' }))
    .toHaveAttribute(
      'href',
      'mailto:?bcc=bo%40bank.test&subject=Please%20delete%3A%20Tax.pdf&body=Dear%20Bo',
    );
  await expectAccessible();
  await receivers.getByRole('button', { name: 'Done' }).click();
  await expectGone(receivers);
  await expect.element(button('Recall')).toBeDisabled();
  expect(server.calls('exposure.recall').map(({ params }) => params)).toEqual([{ id: FILE }]);
});

test('AUDIT-10 a recall that is refused shows the reason and can be repeated', async () => {
  await open({ 'exposure.recall': refusal(403, 'NO_ACCESS', 'You do not have access.') }, AT, ADMIN);
  await button('Recall').click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(toast('You do not have access.'));
  await expect.element(button('Recall')).toBeEnabled();
});

test('AUDIT-10 the receivers are shown without a recall too, also when there are none', async () => {
  await open({ 'exposure.receivers': { ...RECEIVERS, receivers: [] } });
  await button('Who has received it').click();
  await expectVisible(page.getByText('Nobody has viewed or downloaded it.'));
});
