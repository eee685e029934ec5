import { expectAccessible } from './support/accessible.ts';
import { expectToast, select } from './support/files-tab.ts';
import { linksOf } from './support/links-tab.ts';
import { clipboard, endOfDay, openShare, typedDay } from './support/share-modal.ts';
import { expect, openVault, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

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

test('SCOPE-08 SHARE-08 SHARE-26 SHARE-29 SHARE-32 MSG-34 Send Email sends all selected options and shows the recipients', async ({
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
  await modal.date.click();
  await expect(page.locator('.ant-picker-cell-selected')).toBeVisible();
  await expectAccessible(page);
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
