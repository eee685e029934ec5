import { expectAccessible } from './support/accessible.ts';
import { openVaultApi } from './support/vault-api.ts';
import { expectToast, filesTab, openMenu, select } from './support/files-tab.ts';
import { linksOf } from './support/links-tab.ts';
import { people, RECORDS } from './support/people.ts';
import {
  clipboard,
  endOfDay,
  openShare,
  openShareMenu,
  shareModal,
  typedDay,
} from './support/share-modal.ts';
import { expect, openVault, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const LABELS_OF_FOLDER = [
  'Share Folder LinkRecipients can view and download',
  'Request Files from OthersRecipients can upload only',
];

test('FILES-12 FILES-13 SHARE-06 Share in the toolbar shares the open folder, except the root or with a selection', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/2025/b.txt': 'b', 'Tax/a.txt': 'a' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expect(files.row('Tax')).toBeVisible();
  await expect(files.tool('Share')).toBeDisabled();
  await files.folder('Tax').click();
  await expect(files.row('a.txt')).toBeVisible();
  await expect(files.tool('Share')).toBeEnabled();
  await select(page, 'a.txt');
  await expect(files.tool('Share')).toBeDisabled();
  await files.selection.click();
  await files.tool('Share').click();
  const menu = page.getByRole('menu', { name: 'Share' });
  await expect(menu.getByRole('menuitem')).toHaveText(LABELS_OF_FOLDER);
  await menu.getByRole('menuitem', { name: 'Share Folder Link' }).click();
  const { dialog } = shareModal(page, 'Share Folder Link');
  await expect(dialog).toContainText('Tax');
});

test('FILES-11 Share in the toolbar is disabled until the folder is loaded', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Tax/a.txt': 'a' });
  const { sfid } = await vaultApi.item('Tax');
  const { promise: isWanted, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/file-system\/folders\//, async (route) => {
    await isWanted;
    await route.continue();
  });
  await openVault(page, vaultApi, `?folder=${sfid}`);
  const share = filesTab(page).tool('Share');
  await expect(share).toBeDisabled();
  answer();
  await expect(share).toBeEnabled();
});

test('FILES-34 SHARE-04 a hovered row shows Share, and a file has only Share Link', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  const share = page.getByRole('button', { name: 'Share b.txt', exact: true });
  await files.row('a.txt').hover();
  await expect(share).toBeHidden();
  await files.row('b.txt').hover();
  await share.click();
  const menu = page.getByRole('menu', { name: 'Share' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Share Link']);
  await menu.getByRole('menuitem', { name: 'Share Link' }).click();
  const modal = shareModal(page, 'Share Link');
  await expect(modal.dialog).toContainText('b.txt');
  await modal.close.click();
  await expect(modal.dialog).toBeHidden();
});

test('FILES-10 FILES-34 MENU-07 without the share permission there is no Share button or menu entry', async ({
  page,
  vault,
}) => {
  const ada = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await ada.put({ 'Not shared/plan.txt': 'plan' });
  const reader = await openVaultApi(vault.url, people.reader, RECORDS.acme);
  const { sfid } = await reader.item('Not shared');
  await openVault(page, reader, `?record=${RECORDS.acme}&folder=${sfid}`);
  const menu = await openMenu(page, 'plan.txt');
  await expect(menu.getByRole('menuitem', { name: 'Details' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Share' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Share/ })).toHaveCount(0);
});

test('MENU-07 SHARE-01 SHARE-02 SHARE-03 SHARE-05 the entries of the share menu depend on the selection', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b', 'Tax/c.txt': 'c', 'Old/d.txt': 'd' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expect((await openShareMenu(page, 'Tax')).getByRole('menuitem')).toHaveText(LABELS_OF_FOLDER);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  for (const rows of [
    ['a.txt', 'b.txt'],
    ['Old', 'Tax'],
  ] as const) {
    await files.selection.click();
    await select(page, ...rows);
    const submenu = await openShareMenu(page, rows[0]);
    await expect(submenu.getByRole('menuitem')).toHaveText(['Share Link']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  await files.checkbox('a.txt').check();
  const menu = await openMenu(page, 'Old');
  await expect(menu.getByRole('menuitem', { name: 'Download' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Share' })).toHaveCount(0);
});

test('MENU-17 near the right edge the share submenu opens to the left of the menu', async ({
  page,
  vaultApi,
}) => {
  await page.setViewportSize({ width: 1050, height: 700 });
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const leftOf = async (x: number) => {
    await filesTab(page)
      .row('Tax')
      .click({ button: 'right', position: { x, y: 20 } });
    const menu = page.getByRole('menu', { name: 'Selected items' });
    await menu.getByRole('menuitem', { name: 'Share', exact: true }).hover();
    const submenu = page.getByRole('menu', { name: 'Share', exact: true });
    await expect(submenu).toBeVisible();
    const [outer, inner] = [await menu.boundingBox(), await submenu.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(1050);
    expect(inner?.x ?? -1).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    return (inner?.x ?? 0) < (outer?.x ?? 0);
  };
  expect(await leftOf(120)).toBe(false);
  const { width = 0 } = (await filesTab(page).row('Tax').boundingBox()) ?? {};
  expect(await leftOf(width - 10)).toBe(true);
});

test('SHARE-07 SHARE-10 SHARE-11 SHARE-24 SHARE-25 MSG-12 the options have defaults and enable either Get Link or Send Email', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'Tax', 'Share Folder Link');
  await expect(modal.dialog.getByText('or', { exact: true })).toBeVisible();
  await expect(modal.anyone).toBeChecked();
  await expect(modal.date).toHaveValue(typedDay(14));
  await expect(modal.noDate).not.toBeChecked();
  await expect(modal.askPassword).not.toBeChecked();
  await expect(modal.checkbox('Allow download')).toBeChecked();
  await expect(modal.checkbox('Add my name')).toBeChecked();
  for (const label of ['Allow editing', 'Notify me when accessed']) {
    await expect(modal.checkbox(label)).not.toBeChecked();
  }
  await expect(modal.ticks).toHaveCount(4);
  await expect(modal.remark).toHaveValue('');
  await expect(modal.emails).toHaveCount(0);
  await expect(modal.getLink).toBeEnabled();
  await expect(modal.sendEmail).toBeDisabled();
  await expectAccessible(page);

  await modal.specific.check();
  await expect(modal.emails).toHaveValue('');
  for (const label of ['Send separately', 'Send me a copy']) {
    await expect(modal.checkbox(label)).not.toBeChecked();
  }
  await expect(modal.getLink).toBeDisabled();
  await expect(modal.sendEmail).toBeEnabled();
  await modal.askPassword.check();
  await expectAccessible(page);
  // Exactly one of the two is selected.
  await modal.anyone.check();
  await expect(modal.specific).not.toBeChecked();
});

test('SHARE-12 SHARE-14 SHARE-16 the expiration date is at most 30 days ahead, or none', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'Tax', 'Share Folder Link');
  // A day outside of the range is not accepted.
  for (const days of [-1, 31]) {
    await modal.date.fill(typedDay(days));
    await modal.date.press('Enter');
    await modal.remark.click();
    await expect(modal.date).toHaveValue(typedDay(14));
  }
  for (const days of [30, 0]) {
    await modal.date.fill(typedDay(days));
    await modal.date.press('Enter');
    await expect(modal.date).toHaveValue(typedDay(days));
    await modal.remark.click();
    await expect(modal.problems).toHaveCount(0);
  }
  await modal.date.click();
  await expect(page.locator('.ant-picker-cell-selected')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await modal.noDate.check();
  await expect(modal.date).toBeDisabled();
  await expect(modal.date).toHaveValue('');
  await modal.getLink.click();
  await expect(modal.link).toBeVisible();
  const [link] = await linksOf(vaultApi);
  expect(link).toMatchObject({ expire: false, expireDateTime: null });
});

test('SHARE-20 SHARE-21 SHARE-22 SHARE-23 recipients and remark are validated, and the first invalid field gets the focus', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'Tax', 'Share Folder Link');
  await modal.specific.check();
  await modal.sendEmail.click();
  await expect(modal.problems).toHaveText('Please enter the correct mailbox');
  await expect(modal.emails).toBeFocused();
  await modal.noDate.check();
  for (const typed of ['ann@example.test,bob@example.test', 'ann@example.test; bob@example.test', 'ann']) {
    await modal.emails.fill(typed);
    await expect(modal.problems).toHaveText('Please enter the correct mailbox');
  }
  await modal.emails.fill('ann@example.test bob@example.test\ncarl@example.test');
  await expect(modal.problems).toHaveCount(0);
  await modal.remark.fill('x'.repeat(205));
  await expect(modal.remark).toHaveValue('x'.repeat(200));
  expect(await linksOf(vaultApi)).toEqual([]);
});

test('SCOPE-08 SHARE-08 SHARE-15 SHARE-17 SHARE-19 SHARE-28 SHARE-30 SHARE-31 Get Link shows the link and its password, each with a copy button', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'a.txt', 'Share Link');
  await modal.date.fill(typedDay(2));
  await modal.date.press('Enter');
  await modal.askPassword.check();
  await expect(modal.password).toHaveValue(/^[a-zA-Z0-9]{12}$/);
  await expect(modal.password).not.toBeEditable();
  const first = await modal.password.inputValue();
  await modal.button('Make another password').click();
  await expect(modal.password).not.toHaveValue(first);
  const password = await modal.password.inputValue();
  await modal.button('Copy the password').click();
  await expectToast(page, 'Password copied to clipboard.');
  expect(await clipboard(page)).toBe(password);
  await modal.checkbox('Notify me when accessed').check();
  await modal.getLink.click();

  await expectToast(page, 'The sharing link has been successfully created.');
  await expect(modal.outcome).toHaveText('The link to a.txt is ready.');
  await expect(modal.getLink).toHaveCount(0);
  const [link] = await linksOf(vaultApi);
  expect(link).toMatchObject({
    fileName: 'a.txt',
    access: 'Anyone',
    download: true,
    edit: false,
    notify: true,
    password,
    expireDateTime: endOfDay(2),
  });
  await expect(modal.link).toHaveValue(link?.accessUrl ?? '');
  await expect(modal.password).toHaveValue(password);
  await expectAccessible(page);
  await expect(modal.button('Copy link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Link copied to clipboard.');
  expect(await clipboard(page)).toBe(link?.accessUrl);
  await modal.button('Copy password').click();
  await expect.poll(() => clipboard(page)).toBe(password);
  await modal.done.click();
  await expect(modal.dialog).toBeHidden();
});

test('SCOPE-08 SHARE-08 SHARE-26 SHARE-29 SHARE-32 Send Email sends all selected options and shows the recipients', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  await select(page, 'a.txt', 'b.txt');
  const modal = await openShare(page, 'a.txt', 'Share Link');
  await expect(modal.dialog).toContainText('and 1 more');
  await modal.specific.check();
  await modal.emails.fill('ann@example.test\nbob@example.test');
  await modal.noDate.check();
  for (const label of ['Allow editing', 'Add my name', 'Send separately', 'Send me a copy']) {
    await modal.checkbox(label).check();
  }
  await modal.checkbox('Allow download').uncheck();
  await modal.remark.fill('For the audit');
  const sent = page.waitForRequest((request) => request.url().endsWith('/email'));
  await modal.sendEmail.click();
  expect((await sent).postDataJSON()).toMatchObject({
    edit: true,
    accessType: 'SpecificRecipients',
    expire: false,
    allowDownload: false,
    notify: false,
    addName: true,
    separate: true,
    copy: true,
    receiveByEmails: ['ann@example.test', 'bob@example.test'],
    message: 'For the audit',
  });
  await expectToast(page, 'The sharing link has been successfully sent.');
  await expect(modal.outcome).toContainText('was sent to:');
  await expect(modal.dialog.getByRole('listitem')).toHaveText(['ann@example.test', 'bob@example.test']);
  await expectAccessible(page);
  const [link] = await linksOf(vaultApi);
  expect(link).toMatchObject({
    fileName: 'a.txt, b.txt',
    receiveByEmail: 'ann@example.test;bob@example.test',
    access: 'SpecificRecipients',
    edit: true,
    download: false,
  });
});

test('SHARE-09 closing resets the options to their defaults', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'Tax', 'Share Folder Link');
  await modal.noDate.check();
  await modal.checkbox('Allow download').uncheck();
  await modal.remark.fill('Hello');
  await modal.getLink.click();
  await expect(modal.link).toBeVisible();
  await modal.close.click();
  await expect(modal.dialog).toBeHidden();

  await openShare(page, 'Tax', 'Share Folder Link');
  await expect(modal.link).toHaveCount(0);
  await expect(modal.noDate).not.toBeChecked();
  await expect(modal.checkbox('Allow download')).toBeChecked();
  await expect(modal.remark).toHaveValue('');
});

test('USE-42 USE-17 the dialog shows and stores the expiry, and shows a summary of the options', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'Tax', 'Share Folder Link');
  const ends = /Ends on \w+ \d+, \d{4} at 12:59.AM Central European (Standard|Summer) Time/;
  await expect(modal.dialog).toContainText(ends);
  await modal.date.fill(typedDay(3));
  await modal.date.press('Enter');
  await modal.specific.check();
  await modal.emails.fill('Ann@example.test ann@EXAMPLE.test');
  await expect(modal.checkbox('Send separately')).not.toBeChecked();
  await modal.emails.fill('Ann@example.test ann@EXAMPLE.test bob@example.test');
  await expect(modal.checkbox('Send separately')).toBeChecked();
  await modal.askPassword.check();
  await expect(modal.password).toHaveCSS('font-family', /monospace/);
  await expectAccessible(page);
  for (const [width, height] of [
    [1050, 480],
    [1366, 650],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await picture(`share-options-${width}`);
  }
  await modal.sendEmail.click();
  await expect(modal.dialog.getByRole('listitem')).toHaveText(['Ann@example.test', 'bob@example.test']);
  await expect(modal.dialog.getByRole('definition')).toHaveText([
    /^\w+ \d+, \d{4} at 12:59.AM Central European (Standard|Summer) Time$/,
    'Specific recipients only, Password required, Download allowed, Your name is shown, Sent separately',
  ]);
  await expectAccessible(page);
  await picture('share-result');
  const [link] = await linksOf(vaultApi);
  expect(link).toMatchObject({
    receiveByEmail: 'Ann@example.test;bob@example.test',
    expireDateTime: endOfDay(3),
  });
  await modal.done.click();
  await openShare(page, 'Tax', 'Share Folder Link');
  await expect(modal.date).toHaveValue(typedDay(3));
  await page.reload();
  await openShare(page, 'Tax', 'Share Folder Link');
  await expect(modal.date).toHaveValue(typedDay(3));
});

test('PERM-17 SHARE-13 without the noExp permission there is no option for no expiry', async ({
  page,
  vault,
}) => {
  const ada = await openVaultApi(vault.url, people.everything, RECORDS.acme);
  await ada.createFolders('Shared by Ida');
  const ida = await openVaultApi(vault.url, people.sharer, RECORDS.acme);
  await openVault(page, ida, `?record=${RECORDS.acme}&size=50`);
  const modal = await openShare(page, 'Shared by Ida', 'Share Folder Link');
  await expect(modal.date).toBeVisible();
  await expect(modal.noDate).toHaveCount(0);
});

test('a failed link creation shows a message and keeps the input', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'a.txt', 'Share Link');
  await modal.noDate.check();
  await modal.remark.fill('For the audit');
  await vaultApi.trash('a.txt');
  await modal.getLink.click();
  await expectToast(page, 'File or folder does not exist.');
  await expect(modal.remark).toHaveValue('For the audit');
  await expect(modal.getLink).toBeEnabled();
});

test('sharing works by keyboard only, from the menu to the link', async ({ page, vaultApi }) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await filesTab(page).row('Tax').focus();
  await press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Selected items' })).toBeVisible();
  await press('s', 'ArrowRight');
  const submenu = page.getByRole('menu', { name: 'Share', exact: true });
  await expect(submenu).toBeFocused();
  await press('ArrowDown');
  await expect(submenu.getByRole('menuitem').first()).toBeFocused();
  await press('Enter');
  const modal = shareModal(page, 'Share Folder Link');
  await expect(modal.anyone).toBeFocused();
  await press('Tab');
  await expect(modal.date).toBeFocused();
  await page.keyboard.type(typedDay(5));
  await press('Enter');
  await expect(modal.date).toHaveValue(typedDay(5));
  await modal.getLink.focus();
  await press('Enter');
  await expect(modal.button('Copy link')).toBeFocused();
  await press('Escape');
  await expect(modal.dialog).toBeHidden();
  await expect(filesTab(page).row('Tax')).toBeFocused();
  expect(await linksOf(vaultApi)).toHaveLength(1);
});
