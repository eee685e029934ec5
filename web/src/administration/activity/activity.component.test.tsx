import type { Abilities, ActivityEntry } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatDateTime } from '../../kit/index.ts';
import {
  expectAccessible,
  expectGone,
  expectVisible,
  openVault,
  press,
  refusal,
  type Replies,
  toast,
} from '../../testing/index.ts';

const AT = '?view=administration&section=activity';
const AUDITOR = { audit: true, read: false };
const RECORD = { sfid: 'recAcme00000000000', name: 'Acme Ltd' };
const ADA = { sfid: 'usrAda000000000000', name: 'Ada Byron', email: 'ada@example.test' };
const FILE = 'fil00000000000Tax1';
const LINK = { sfid: 'lnk000000000000001', name: 'Tax for the bank' };

const entryOf = (id: number, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id,
  at: '2026-11-24T09:00:00.000Z',
  action: 'file.download',
  outcome: 'success',
  actor: {
    kind: 'person',
    id: ADA.sfid,
    name: ADA.name,
    email: ADA.email,
    address: '192.0.2.1',
    agent: 'Browser/1.0',
  },
  record: RECORD,
  link: null,
  visitId: null,
  object: { kind: 'file', id: FILE, name: 'Tax.pdf', path: 'Tax/2025' },
  details: { versionId: 'a3b7c1d0-0000-4000-8000-000000000001', formerPermissions: ['read', 'share'] },
  personal: {},
  requestId: 'a3b7c1d0-0000-4000-8000-000000000009',
  redacted: false,
  ...more,
});
const DOWNLOAD = entryOf(7);
const VISIT = entryOf(6, {
  action: 'link.open',
  outcome: 'refused',
  actor: { kind: 'visitor', id: null, name: null, email: null, address: '192.0.2.9', agent: 'curl/8' },
  link: LINK,
  visitId: 'vis000000000000001',
  object: { kind: 'link', id: LINK.sfid, name: LINK.name, path: '' },
  details: { errorCode: 'LINK_PASSWORD_WRONG' },
});
const JOB = entryOf(5, {
  action: 'a.new-action',
  actor: { kind: 'system', id: null, name: null, email: null, address: null, agent: null },
  record: null,
  object: null,
  details: {},
  requestId: null,
});

const pageOf = (entries: ActivityEntry[], more: object = {}) => ({
  entries,
  next: null,
  previous: null,
  searchedTo: null,
  ...more,
});
const CHOICES = { records: [RECORD], people: [ADA] };
const open = async (replies: Replies = {}, at = AT, abilities: Partial<Abilities> = AUDITOR) =>
  openVault({
    at,
    abilities,
    replies: {
      'activity.list': pageOf([DOWNLOAD, VISIT, JOB]),
      'activity.choices': CHOICES,
      ...replies,
    },
  });

const table = () => page.getByRole('table', { name: 'Activity' });
const rows = () => table().getByRole('row');
const dialog = (name: string) => page.getByRole('dialog', { name });
const lastQuery = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.calls('activity.list').at(-1)?.query;

test('AUDIT-05 a person with the right audit and without admin reaches activity and holds only', async () => {
  await openVault({
    abilities: { audit: true },
    replies: { 'activity.list': pageOf([DOWNLOAD, VISIT, JOB]), 'activity.choices': CHOICES },
  });
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await expectVisible(table().getByText('Tax/2025/Tax.pdf'));
  const tabs = page.getByRole('tablist', { name: 'Administration' }).getByRole('tab');
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual(['Activity', 'Holds']);
  await expect
    .element(rows().nth(1))
    .toHaveTextContent(
      `${formatDateTime(DOWNLOAD.at)}Ada ByronDownloadTax/2025/Tax.pdfAcme LtdDone192.0.2.1Show`,
    );
  await expect
    .element(rows().nth(2))
    .toHaveTextContent(
      `${formatDateTime(VISIT.at)}VisitorOpening of a linkTax for the bankAcme LtdRefused192.0.2.9Show`,
    );
  await expect
    .element(rows().nth(3))
    .toHaveTextContent(`${formatDateTime(JOB.at)}Systema.new-actionDoneShow`);
  await expectAccessible();
});

test('AUDIT-05 an administrator has the activity beside the people', async () => {
  await open({}, AT, { admin: true });
  await expectVisible(table());
  await expect.element(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true');
  await expectVisible(page.getByRole('tab', { name: 'People' }));
});

test('AUDIT-05 the filters of the address are in the call and in their fields', async () => {
  const vault = await open(
    {},
    `${AT}&client=${RECORD.sfid}&by=${ADA.sfid}&object=${FILE}&action=link&status=refused&name=tax&days=2026-11-01..2026-11-02`,
  );
  await expectVisible(table());
  expect(lastQuery(vault)).toEqual({
    record: RECORD.sfid,
    person: ADA.sfid,
    object: FILE,
    kind: 'link',
    outcome: 'refused',
    search: 'tax',
    from: new Date('2026-11-01T00:00:00').toISOString(),
    to: new Date('2026-11-03T00:00:00').toISOString(),
    size: 10,
  });
  for (const text of ['Acme Ltd', 'Ada Byron (ada@example.test)', 'Link: all', 'Refused']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expectVisible(page.getByTitle(text, { exact: true }));
  }
  await expect.element(page.getByRole('textbox', { name: 'Name or path' })).toHaveValue('tax');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => location.search).toBe(AT);
  await expect.element(page.getByRole('textbox', { name: 'File or link' })).toHaveValue('');
});

test('AUDIT-05 a choice applies at once together with what is typed; Enter applies a typed id', async () => {
  const vault = await open();
  await page.getByRole('textbox', { name: 'Name or path' }).fill(' tax ');
  await page.getByRole('combobox', { name: 'Record' }).click();
  await page.getByTitle('Acme Ltd').click();
  await expect.poll(() => location.search).toContain(`client=${RECORD.sfid}`);
  await expect.poll(() => lastQuery(vault)).toMatchObject({ record: RECORD.sfid, search: 'tax' });
  await page.getByRole('textbox', { name: 'File or link' }).fill(LINK.sfid);
  await press('Enter');
  await expect.poll(() => lastQuery(vault)).toMatchObject({ link: LINK.sfid, record: RECORD.sfid });
  expect(lastQuery(vault)).not.toHaveProperty('object');
});

test('AUDIT-05 pages go to older and newer entries; the address keeps the place', async () => {
  const vault = await open({
    'activity.list': ({ query: { after, before } }) => {
      if (after === '60-6') return pageOf([JOB], { previous: '50-5' });
      if (before === '50-5') return pageOf([VISIT], { next: '60-6', previous: '70-7' });
      return pageOf([DOWNLOAD, VISIT], { next: '60-6' });
    },
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(button('Newest')).toBeDisabled();
  await expect.element(button('Newer')).toBeDisabled();
  await button('Older').click();
  await expectVisible(table().getByText('a.new-action'));
  expect(location.search).toBe(`${AT}&after=60-6`);
  await expect.element(button('Older')).toBeDisabled();
  await button('Newer').click();
  await expectVisible(table().getByText('Tax for the bank'));
  expect(location.search).toBe(`${AT}&before=50-5`);
  await button('Newest').click();
  await expectVisible(table().getByText('Tax/2025/Tax.pdf'));
  expect(location.search).toBe(AT);
  await page.getByRole('combobox', { name: 'Items per page' }).click();
  await page.getByTitle('20 / page').click();
  await expect.poll(() => lastQuery(vault)).toEqual({ size: 20 });
});

test('AUDIT-05 a page that has not searched everything says how far, and how to continue', async () => {
  await open({ 'activity.list': pageOf([], { next: '60-6', searchedTo: '2026-11-23T09:00:00.000Z' }) });
  await expectVisible(page.getByText('No entries found so far'));
  await expectVisible(page.getByText('Choose Older to search further.'));
  await expectVisible(page.getByRole('status').getByText(/^Searched as far as 11\/23\/2026 /));
  await expectAccessible();
});

test('AUDIT-05 a filter without entries says so', async () => {
  await open({ 'activity.list': pageOf([]) });
  await expectVisible(page.getByText('No entries found', { exact: true }));
  await expectVisible(page.getByText('Change or reset the filter.'));
});

test('AUDIT-05 a list that cannot be loaded gives the reason and can be tried again', async () => {
  const { server } = await open({ 'activity.list': refusal(403, 'NO_ACCESS', 'You do not have access.') });
  await expectVisible(page.getByText('You do not have access.'));
  await expectAccessible();
  server.reply({ 'activity.list': pageOf([DOWNLOAD]) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectVisible(table().getByText('Tax/2025/Tax.pdf'));
});

test('AUDIT-05 the dialog of an entry shows everything, and filters by what it names', async () => {
  const vault = await open();
  const show = page.getByRole('button', { name: 'Show entry 7: Download' });
  await show.click();
  const shown = dialog('Entry 7');
  for (const text of [
    'Files were downloaded.',
    '2026-11-24T09:00:00.000Z',
    'a3b7c1d0-0000-4000-8000-000000000009',
    'Tax.pdf',
    'Tax/2025',
    FILE,
    'Browser/1.0',
    'ada@example.test',
    'Former permissions',
    'a3b7c1d0-0000-4000-8000-000000000001',
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expectVisible(shown.getByText(text, { exact: true }));
  }
  await expectAccessible();
  await press('Escape');
  await expectGone(shown);
  await expect.element(show).toHaveFocus();
  await show.click();
  await shown.getByRole('button', { name: 'Show only this object' }).click();
  await expectGone(shown);
  await expect.poll(() => lastQuery(vault)).toEqual({ object: FILE, size: 10 });
  await expect.element(page.getByRole('textbox', { name: 'File or link' })).toHaveValue(FILE);
});

test('AUDIT-05 the dialog names a visit and its link, and filters by the link', async () => {
  const vault = await open();
  await page.getByRole('button', { name: /^Show entry 6/ }).click();
  await expectVisible(dialog('Entry 6').getByText('vis000000000000001'));
  await expectVisible(dialog('Entry 6').getByText('LINK_PASSWORD_WRONG'));
  await dialog('Entry 6').getByRole('button', { name: 'Show only this object' }).click();
  await expect.poll(() => lastQuery(vault)).toEqual({ link: LINK.sfid, size: 10 });
});

test('AUDIT-07 an entry of a file opens its history, although the file no longer exists', async () => {
  const line = {
    id: 'acc000000000000007',
    createdDate: DOWNLOAD.at,
    accessor: ADA.name,
    content: 'Download',
  };
  const lines = { content: [{ ...line, versionId: null }], totalElements: 1, numberOfElements: 1 };
  const { server } = await open({ 'activity.accessRecords': lines });
  const show = page.getByRole('button', { name: 'Show entry 7: Download' });
  await show.click();
  await dialog('Entry 7').getByRole('button', { name: 'History of this file' }).click();
  await expectGone(dialog('Entry 7'));
  const shown = dialog('History of Tax.pdf');
  for (const text of [formatDateTime(DOWNLOAD.at), ADA.name, 'Download']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expectVisible(shown.getByRole('row').nth(1).getByText(text, { exact: true }));
  }
  expect(server.calls('activity.accessRecords').map(({ query }) => query)).toEqual([
    { type: 'Download', relationId: FILE, page: 0, size: 10 },
  ]);
  expect(server.calls('history.accessRecords')).toEqual([]);
  await expectAccessible();
  await press('Escape');
  await expectGone(shown);
  await expect.element(show).toHaveFocus();
});

test('AUDIT-07 an entry of a link opens its views', async () => {
  const line = {
    id: 'acc000000000000006',
    createdDate: VISIT.at,
    accessor: 'bob@example.test',
    versionId: null,
  };
  const view = { ...line, content: 'Download', fileNames: ['Tax.pdf'], fileCount: 1 };
  const { server } = await open({
    'activity.list': pageOf([VISIT]),
    'activity.accessRecords': { content: [view], totalElements: 1, numberOfElements: 1 },
  });
  await page.getByRole('button', { name: /^Show entry 6/ }).click();
  await dialog('Entry 6').getByRole('button', { name: 'Views of this link' }).first().click();
  const shown = dialog('Views of Tax for the bank');
  await expectVisible(shown.getByText('bob@example.test'));
  await expectVisible(shown.getByText('Tax.pdf'));
  expect(server.calls('activity.accessRecords').at(-1)?.query).toMatchObject({
    type: 'Link_View',
    relationId: LINK.sfid,
  });
  await expectAccessible();
});

test('AUDIT-07 a history that cannot be loaded gives the reason and can be tried again', async () => {
  const empty = { content: [], totalElements: 0, numberOfElements: 0 };
  const { server } = await open({
    'activity.accessRecords': refusal(403, 'NO_ACCESS', 'You do not have access.'),
  });
  await page.getByRole('button', { name: 'Show entry 7: Download' }).click();
  await dialog('Entry 7').getByRole('button', { name: 'History of this file' }).click();
  await expectVisible(page.getByText('You do not have access.'));
  server.reply({ 'activity.accessRecords': empty });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectVisible(page.getByText('Nobody has opened this file yet'));
});

test('AUDIT-02 AUDIT-05 an entry without its personal data says so', async () => {
  const actor = { ...DOWNLOAD.actor, name: null, email: null, address: null, agent: null };
  await open({ 'activity.list': pageOf([entryOf(8, { actor, redacted: true })]) });
  await expectVisible(table().getByText('Name removed'));
  await page.getByRole('button', { name: /^Show entry 8/ }).click();
  await expectVisible(dialog('Entry 8').getByText('The personal data of this entry was removed.'));
});

test('AUDIT-05 the entries of the filter are exported as CSV', async () => {
  const { server } = await open(
    { 'activity.exportAddress': 'data:text/csv,Entry' },
    `${AT}&object=${FILE}&status=refused`,
  );
  await page.getByRole('button', { name: 'Export' }).click();
  await expectVisible(dialog('Export the activity').getByRole('radio', { name: /^CSV/ }));
  await dialog('Export the activity').getByRole('button', { name: 'Export' }).click();
  await expectGone(dialog('Export the activity'));
  expect(server.calls('activity.exportAddress').map(({ query }) => query)).toEqual([
    { object: FILE, outcome: 'refused' },
  ]);
});

test('AUDIT-05 the export with seals says what it proves, and has only record and days of the filter', async () => {
  const { server } = await open(
    { 'activity.proofAddress': refusal(500, undefined, 'The export failed.') },
    `${AT}&client=${RECORD.sfid}&status=refused`,
  );
  await page.getByRole('button', { name: 'Export' }).click();
  const modal = dialog('Export the activity');
  await modal.getByRole('radio', { name: /^JSON Lines/ }).click();
  await expectVisible(
    modal.getByText(/^The file contains all entries of the record\. Other filters do not apply/),
  );
  await expectVisible(modal.getByText('node verify-audit.mjs Activity.jsonl PUBLIC_KEY'));
  await expectAccessible();
  await modal.getByRole('button', { name: 'Export' }).click();
  await expectVisible(toast('The export failed.'));
  await expectVisible(modal);
  expect(server.calls('activity.proofAddress').map(({ query }) => query)).toEqual([{ record: RECORD.sfid }]);
});
