import { Messages, type Version } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  choose,
  createRecord,
  expectCount,
  expectGone,
  expectRows,
  expectVisible,
  idOf,
  openVault,
  press,
  refusal,
  type Replies,
  toast,
} from '../testing/index.ts';

const DATE = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/;

/** Returns versions, newest first; the newest one is current. */
const versionsOf = (count: number): Version[] =>
  Array.from({ length: count }, (_, n) => ({
    id: idOf('ver', count - n),
    versionId: `00000003-0000-4000-8000-${String(count - n).padStart(12, '0')}`,
    createDate: `2026-03-04T05:06:${String(59 - n).padStart(2, '0')}.000Z`,
    uploadedBy: 'Ada Byron',
    accloudFileSize: 5,
    isCurrent: n === 0,
  }));

const listReply =
  (versions: () => readonly Version[]): Required<Replies>['versions.list'] =>
  ({ query: { page: at, size } }) => {
    const content = versions().slice(at * size, (at + 1) * size);
    return { content, totalElements: versions().length, numberOfElements: content.length };
  };

/** The modal 'Versions & History'. */
function versionsModal() {
  const dialog = page.getByRole('dialog', { name: 'Versions & History' });
  const table = dialog.getByRole('table');
  const rows = table.getByRole('rowgroup').nth(1).getByRole('row');
  return {
    dialog,
    rows,
    headers: () => [...table.element().querySelectorAll('th')].map((head) => head.textContent),
    /** the button of an action on a version; version 0 is the newest */
    act: (at: number, label: string) =>
      rows.nth(at).getByRole('button', { name: new RegExp(`^${label} of `) }),
    tab: (name: string) => dialog.getByRole('tab', { name }),
    confirmation: page.getByRole('dialog', { name: 'Confirm Deletion' }),
    receipt: page.getByRole('dialog', { name: 'Receipt' }),
  };
}

/** Opens the versions of a.txt. */
async function openVersions(versions: () => readonly Version[], replies: Replies = {}) {
  const record = createRecord(['b.txt']);
  record.add('a.txt', { versionCount: versions().length });
  const { server } = await openVault({
    record,
    replies: { 'versions.list': listReply(versions), ...replies },
  });
  await choose('a.txt', 'Versions & History');
  await expectVisible(versionsModal().rows.first());
  return { ...versionsModal(), server, record };
}

test('SCOPE-06 VERSION-01 VERSION-02 VERSION-03 VERSION-04 tabs, columns, File details, one badge', async () => {
  const { dialog, headers, rows, tab, act } = await openVersions(() => versionsOf(3));
  await expect.element(tab('Versions')).toHaveAttribute('aria-selected', 'true');
  await expectVisible(tab('History'));
  expect(headers()).toEqual(['Modified', 'Uploaded', 'Uploaded by', 'Size', 'Action']);
  await expectCount(rows, 3);
  const [modified, uploaded, by, size] = [...rows.first().element().querySelectorAll('td')].map(
    (cell) => cell.innerText,
  );
  expect(uploaded).toMatch(DATE);
  expect(modified?.replaceAll(/\s+/g, ' ')).toBe(`${uploaded} Current`);
  expect(by).toContain('Ada Byron');
  expect(size).toBe('5.0 bytes');
  await expectCount(dialog.getByText('Current'), 1);
  await expectCount(act(0, 'Make current'), 0);

  await dialog.getByRole('button', { name: 'File details' }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect.element(details).toMatchTextContent(/Files \/ a\.txt/);
  await press('Escape');
  await expectGone(details);
  await expectVisible(dialog);
});

test('SAFE-02 a damaged version says so', async () => {
  const versions = versionsOf(3).map((one, n) => (n === 0 ? { ...one, isDamaged: true as const } : one));
  const { rows } = await openVersions(() => versions);
  const sentence = 'Damaged: it cannot be opened.';
  await expect.element(rows.nth(0)).toMatchTextContent(sentence);
  await expect.element(rows.nth(1)).not.toMatchTextContent('Damaged');
});

test('the receipt of a version shows size and checksums, and can be copied', async () => {
  const sha256 = 'ab'.repeat(32);
  const versions = versionsOf(1);
  const { act, receipt, dialog } = await openVersions(() => versions, {
    'versions.receipt': { sha256, crc32: '01234567', size: 5 },
  });
  await act(0, 'Receipt').click();
  await expectVisible(receipt.getByRole('definition').filter({ hasText: sha256 }));
  await receipt.getByRole('button', { name: 'Copy receipt' }).click();
  await expectVisible(toast('Copied successfully.'));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain(`SHA-256: ${sha256}`);
  expect(copied).toContain('Size: 5 bytes');
  expect(copied).toContain(`Version ID: ${versions[0]?.versionId}`);
  await press('Escape');
  await expectGone(receipt);
  await expectVisible(dialog);
});

test('VERSION-16 closing the modal without changes does not reload the list', async () => {
  const { dialog, tab, rows, server } = await openVersions(() => versionsOf(3), {
    'history.accessRecords': { content: [], totalElements: 0, numberOfElements: 0 },
  });
  const before = server.calls('files.list').length;
  await tab('History').click();
  await expectVisible(dialog.getByText('Nobody has opened this file yet'));
  await tab('Versions').click();
  await expectCount(rows, 3);
  await press('Escape');
  await expectGone(dialog);
  expect(server.calls('files.list')).toHaveLength(before);
});

test('VERSION-07 VERSION-09 VERSION-10 VERSION-11 VERSION-14 VERSION-18 a removed version needs a confirmation', async () => {
  let versions = versionsOf(3);
  const { act, rows, confirmation, dialog, server } = await openVersions(() => versions);
  const [newest] = versions;
  server.reply({
    'versions.remove': () => {
      versions = versionsOf(2);
      return true;
    },
  });
  const remove = act(0, 'Remove version');
  await remove.click();
  await expect.element(confirmation).toMatchTextContent(/Are you sure you want to delete this version\?/);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expectGone(confirmation);
  await expectCount(rows, 3);
  await remove.click();
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(toast('Version deleted successfully.'));
  expect(server.calls('versions.remove')[0]?.query.versionId).toBe(newest?.versionId);
  await expectCount(rows, 2);
  await expect.element(rows.first()).toMatchTextContent(/Current/);
  await expectGone(confirmation);
  const before = server.calls('files.list').length;
  await press('Escape');
  await expectGone(dialog);
  // Closing the modal after a change reloads the list.
  await expect.poll(() => server.calls('files.list').length).toBe(before + 1);
});

test('VERSION-10 VERSION-12 T-71 removing the only version moves the file to the trash and closes the modal', async () => {
  const { act, confirmation, dialog, server, record } = await openVersions(() => versionsOf(1));
  server.reply({
    'organise.moveToTrash': () => {
      record.remove('a.txt');
      return true;
    },
  });
  await act(0, 'Remove version').click();
  await expect
    .element(confirmation)
    .toMatchTextContent(/Are you sure to move the selected items to the trash\?/);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(toast('Deleted successfully.'));
  await expectGone(dialog);
  await expectRows(['b.txt']);
});

test('removing the last version of a page shows the previous page', async () => {
  let versions = versionsOf(11);
  const { dialog, rows, act, confirmation, server } = await openVersions(() => versions);
  server.reply({
    'versions.remove': () => {
      versions = versions.slice(0, 10);
      return true;
    },
  });
  await expectCount(rows, 10);
  await expectVisible(dialog.getByText('Total 11 item(s)'));
  await dialog.getByRole('listitem', { name: '2' }).click();
  await expectCount(rows, 1);
  await act(0, 'Remove version').click();
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expectCount(rows, 10);
});

test('VERSION-17 PERM-14 a reader has neither Make current nor Remove nor Download', async () => {
  const record = createRecord(['a.txt']);
  await openVault({
    record,
    abilities: { create: false, edit: false, download: false, share: false },
    replies: { 'versions.list': listReply(() => versionsOf(3)) },
  });
  await choose('a.txt', 'Versions & History');
  const buttons = versionsModal().rows.nth(1).getByRole('button');
  await expectCount(buttons, 3);
  const names = buttons.elements().map((button) => button.getAttribute('aria-label') ?? '');
  expect(names.map((name) => name.replace(/ of .*/, ''))).toEqual([
    'Preview version',
    'Copy version ID',
    'Receipt',
  ]);
});

test('removing a version of a file that another user has deleted shows the message', async () => {
  const { act, confirmation } = await openVersions(() => versionsOf(3), {
    'versions.remove': refusal(404, 'NOT_FOUND', Messages.notFound),
  });
  await act(1, 'Remove version').click();
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(toast('File or folder does not exist.'));
});
