import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { withResolvers } from '../kit/with-resolvers.ts';
import {
  boxOf,
  createRecord,
  endOfDay,
  expectAccessible,
  expectCount,
  expectGone,
  expectTexts,
  expectVisible,
  filesTab,
  openMenu,
  openShare,
  openShareMenu,
  openVault,
  press,
  refusal,
  select,
  shareModal,
  toast,
  typedDay,
} from '../testing/index.ts';

const LABELS_OF_FOLDER = [
  'Share Folder LinkRecipients can view and download',
  'Request Files from OthersRecipients can upload only',
];
const LINK = { name: 'Tax', accessUrl: 'https://vault.test/s/abc' };

test('FILES-12 FILES-13 SHARE-06 Share in the toolbar shares the open folder only', async () => {
  await openVault({ items: ['Tax/2025/b.txt', 'Tax/a.txt'] });
  const files = filesTab();
  await expectVisible(files.row('Tax'));
  await expect.element(files.tool('Share')).toBeDisabled();
  await files.folder('Tax').click();
  await expectVisible(files.row('a.txt'));
  await expect.element(files.tool('Share')).toBeEnabled();
  await select('a.txt');
  await expect.element(files.tool('Share')).toBeDisabled();
  await files.selection.click();
  await files.tool('Share').click();
  const entries = page.getByRole('menu', { name: 'Share' }).getByRole('menuitem');
  await expectTexts(entries, LABELS_OF_FOLDER);
  await entries.first().click();
  await expect.element(shareModal('Share Folder Link').dialog).toMatchTextContent(/Tax/);
});

test('FILES-11 Share in the toolbar is disabled until the folder tree is loaded', async () => {
  const tree = withResolvers<void>();
  const record = createRecord(['Tax/a.txt']);
  const replies = { 'tree.folders': () => tree.promise.then(record.tree) };
  await openVault({ record, replies, at: `?folder=${record.item('Tax').sfid}` });
  await expect.element(filesTab().tool('Share')).toBeDisabled();
  tree.resolve();
  await expect.element(filesTab().tool('Share')).toBeEnabled();
});

test('FILES-34 SHARE-04 a row with the pointer shows Share; a file has only Share Link', async () => {
  await openVault({ items: ['a.txt', 'b.txt'] });
  const files = filesTab();
  const share = page.getByRole('button', { name: 'Share b.txt' });
  await files.row('a.txt').hover();
  await expectGone(share);
  await files.row('b.txt').hover();
  await share.click();
  const entries = page.getByRole('menu', { name: 'Share' }).getByRole('menuitem');
  await expectTexts(entries, ['Share Link']);
  await entries.click();
  const modal = shareModal('Share Link');
  await expect.element(modal.dialog).toMatchTextContent(/b\.txt/);
  await modal.close.click();
  await expectGone(modal.dialog);
});

test('FILES-10 FILES-34 MENU-07 without the share permission nothing offers Share', async () => {
  await openVault({ items: ['plan.txt'], abilities: { share: false } });
  const menu = await openMenu('plan.txt');
  await expectVisible(menu.getByRole('menuitem', { name: 'Details' }));
  await expectCount(menu.getByRole('menuitem', { name: 'Share' }), 0);
  await expectCount(page.getByRole('button', { name: /Share/ }), 0);
});

test('MENU-07 SHARE-01 SHARE-02 SHARE-03 SHARE-05 the share menu depends on the selection', async () => {
  await openVault({ items: ['a.txt', 'b.txt', 'Tax/c.txt', 'Old/d.txt'] });
  const files = filesTab();
  await expectTexts((await openShareMenu('Tax')).getByRole('menuitem'), LABELS_OF_FOLDER);
  await press('Escape', 'Escape');
  for (const rows of [
    ['a.txt', 'b.txt'],
    ['Old', 'Tax'],
  ] as const) {
    await files.selection.click();
    await select(...rows);
    const submenu = await openShareMenu(rows[0]);
    await expectTexts(submenu.getByRole('menuitem'), ['Share Link']);
    await press('Escape', 'Escape');
  }
  await files.checkbox('a.txt').click();
  const menu = await openMenu('Old');
  await expectVisible(menu.getByRole('menuitem', { name: 'Download' }));
  await expectCount(menu.getByRole('menuitem', { name: 'Share' }), 0);
});

test('MENU-17 near the right edge the share submenu opens to the left of the menu', async () => {
  await page.viewport(1050, 700);
  await openVault({ items: ['Tax/'] });
  const leftOf = async (x: number) => {
    await filesTab()
      .row('Tax')
      .click({ button: 'right', position: { x, y: 20 } });
    const menu = page.getByRole('menu', { name: 'Selected items' });
    await menu.getByRole('menuitem', { name: 'Share' }).hover();
    const submenu = page.getByRole('menu', { name: 'Share' });
    await expectVisible(submenu);
    const [outer, inner] = [boxOf(menu), boxOf(submenu)];
    expect(inner.right).toBeLessThanOrEqual(1050);
    expect(inner.x).toBeGreaterThanOrEqual(0);
    await press('Escape', 'Escape');
    return inner.x < outer.x;
  };
  expect(await leftOf(120)).toBe(false);
  expect(await leftOf(boxOf(filesTab().row('Tax')).width - 10)).toBe(true);
});

test('SHARE-07 SHARE-10 SHARE-11 SHARE-24 SHARE-25 MSG-12 the form starts with default options', async () => {
  await openVault({ items: ['Tax/'] });
  const modal = await openShare('Tax', 'Share Folder Link');
  await expectVisible(modal.dialog.getByText('or'));
  await expect.element(modal.anyone).toBeChecked();
  await expect.element(modal.date).toHaveValue(typedDay(14));
  for (const label of ['Allow download', 'Add my name']) {
    await expect.element(modal.checkbox(label)).toBeChecked();
  }
  for (const box of [modal.noDate, modal.askPassword, modal.checkbox('Allow editing')]) {
    await expect.element(box).not.toBeChecked();
  }
  await expect.element(modal.checkbox('Notify me when accessed')).not.toBeChecked();
  await expectCount(modal.ticks, 4);
  await expect.element(modal.remark).toHaveValue('');
  await expectCount(modal.emails, 0);
  await expect.element(modal.getLink).toBeEnabled();
  await expect.element(modal.sendEmail).toBeDisabled();
  await expectAccessible();

  await modal.specific.click();
  await expect.element(modal.emails).toHaveValue('');
  for (const label of ['Send separately', 'Send me a copy']) {
    await expect.element(modal.checkbox(label)).not.toBeChecked();
  }
  await expect.element(modal.getLink).toBeDisabled();
  await expect.element(modal.sendEmail).toBeEnabled();
  await modal.askPassword.click();
  await expectAccessible();
  // Exactly one of the two radio buttons is selected.
  await modal.anyone.click();
  await expect.element(modal.specific).not.toBeChecked();
});

test('GUARD-10 options that the person has no right to pass on are disabled, with the reason', async () => {
  const { server } = await openVault({
    items: ['Tax/'],
    abilities: { download: false, edit: false, create: false },
    replies: { 'sharing.shareLink': LINK },
  });
  const entries = (await openShareMenu('Tax')).getByRole('menuitem');
  await expectTexts(entries, [
    'Share Folder LinkRecipients can view',
    'Request Files from OthersYou have no right to add files',
  ]);
  await expect.element(entries.last()).toBeDisabled();
  await press('Escape', 'Escape');
  const modal = await openShare('Tax', 'Share Folder Link');
  for (const [label, reason] of [
    ['Allow download', 'You have no right to download'],
    ['Allow editing', 'You have no right to edit'],
  ] as const) {
    const option = modal.checkbox(label);
    await expect.element(option).toBeDisabled();
    await expect.element(option).not.toBeChecked();
    await expect.element(option).toHaveAccessibleDescription(reason);
  }
  await expectAccessible();
  await modal.getLink.click();
  await expectVisible(modal.link);
  expect(server.calls('sharing.shareLink')[0]?.body).toMatchObject({ allowDownload: false, edit: false });
});

test('SHARE-12 SHARE-14 SHARE-16 the expiration date is at most 30 days ahead, or none', async () => {
  const { server } = await openVault({ items: ['Tax/'], replies: { 'sharing.shareLink': LINK } });
  const modal = await openShare('Tax', 'Share Folder Link');
  const type = async (days: number) => {
    await modal.date.fill(typedDay(days));
    await press('Enter');
    await modal.remark.click();
  };
  // A day outside of the range is not accepted.
  for (const days of [-1, 31]) {
    await type(days);
    await expect.element(modal.date).toHaveValue(typedDay(14));
  }
  for (const days of [30, 0]) {
    await type(days);
    await expect.element(modal.date).toHaveValue(typedDay(days));
    await expectCount(modal.problems, 0);
  }
  await modal.date.click();
  await expectVisible(page.getByRole('button', { name: 'Next month' }));
  await expectAccessible();
  await press('Escape');

  await modal.noDate.click();
  await expect.element(modal.date).toBeDisabled();
  await expect.element(modal.date).toHaveValue('');
  await modal.getLink.click();
  await expectVisible(modal.link);
  expect(server.calls('sharing.shareLink')[0]?.body).toMatchObject({ expire: false });
});

test('SHARE-20 SHARE-21 SHARE-22 SHARE-23 recipients and remark are validated', async () => {
  await openVault({ items: ['Tax/'] });
  const modal = await openShare('Tax', 'Share Folder Link');
  await modal.specific.click();
  await modal.sendEmail.click();
  await expectTexts(modal.problems, ['Please enter the correct mailbox']);
  await expect.element(modal.emails).toHaveFocus();
  await modal.noDate.click();
  for (const typed of ['ann@example.test,bob@example.test', 'ann@example.test; bob@example.test', 'ann']) {
    await modal.emails.fill(typed);
    await expectTexts(modal.problems, ['Please enter the correct mailbox']);
  }
  await modal.emails.fill('ann@example.test bob@example.test\ncarl@example.test');
  await expectCount(modal.problems, 0);
  await modal.remark.fill('x'.repeat(205));
  await expect.element(modal.remark).toHaveValue('x'.repeat(200));
});

test('SHARE-09 closing resets the options to their defaults', async () => {
  await openVault({ items: ['Tax/'], replies: { 'sharing.shareLink': LINK } });
  const modal = await openShare('Tax', 'Share Folder Link');
  await modal.noDate.click();
  await modal.checkbox('Allow download').click();
  await modal.remark.fill('Hello');
  await modal.getLink.click();
  await expect.element(modal.link).toHaveValue(LINK.accessUrl);
  await modal.close.click();
  await expectGone(modal.dialog);

  await openShare('Tax', 'Share Folder Link');
  await expectCount(modal.link, 0);
  await expect.element(modal.noDate).not.toBeChecked();
  await expect.element(modal.checkbox('Allow download')).toBeChecked();
  await expect.element(modal.remark).toHaveValue('');
});

test('PERM-17 SHARE-13 without the noExp permission there is no option for no expiry', async () => {
  await openVault({ items: ['Tax/'], abilities: { noExp: false } });
  const modal = await openShare('Tax', 'Share Folder Link');
  await expectVisible(modal.date);
  await expectCount(modal.noDate, 0);
});

test('MSG-45 a failed link creation shows its message and keeps the input', async () => {
  const message = 'File or folder does not exist.';
  await openVault({
    items: ['a.txt'],
    replies: { 'sharing.shareLink': refusal(404, 'NOT_FOUND', message) },
  });
  const modal = await openShare('a.txt', 'Share Link');
  await modal.noDate.click();
  await modal.remark.fill('For the audit');
  await modal.getLink.click();
  await expectVisible(toast(message));
  await expect.element(modal.remark).toHaveValue('For the audit');
  await expect.element(modal.getLink).toBeEnabled();
});

test('UI-03 sharing works by keyboard only, from the menu to the link', async () => {
  const { server } = await openVault({ items: ['Tax/'], replies: { 'sharing.shareLink': LINK } });
  await expectVisible(filesTab().row('Tax'));
  (filesTab().row('Tax').element() as HTMLElement).focus();
  await press('Shift+F10');
  await expectVisible(page.getByRole('menu', { name: 'Selected items' }));
  await press('s', 'ArrowRight');
  const submenu = page.getByRole('menu', { name: 'Share' });
  await expect.element(submenu).toHaveFocus();
  await press('ArrowDown');
  await expect.element(submenu.getByRole('menuitem').first()).toHaveFocus();
  await press('Enter');
  const modal = shareModal('Share Folder Link');
  await expect.element(modal.anyone).toHaveFocus();
  await press('Tab');
  await expect.element(modal.date).toHaveFocus();
  await userEvent.keyboard(typedDay(5));
  await press('Enter');
  await expect.element(modal.date).toHaveValue(typedDay(5));
  (modal.getLink.element() as HTMLElement).focus();
  await press('Enter');
  await expect.element(modal.copyLink).toHaveFocus();
  await press('Escape');
  await expectGone(modal.dialog);
  await expect.element(filesTab().row('Tax')).toHaveFocus();
  expect(server.calls('sharing.shareLink')).toHaveLength(1);
});

test('SHARE-14 a day is typed while the pointer is over another day of the calendar', async () => {
  await openVault({ items: ['a.txt'] });
  const modal = await openShare('a.txt', 'Share Link');
  await press('Tab');
  await expect.element(modal.date).toHaveFocus();
  const [first = '', ...others] = typedDay(5);
  await userEvent.keyboard(first);
  await page.getByTitle(new Date(endOfDay(15)).toISOString().slice(0, 10)).hover();
  await userEvent.keyboard(others.join(''));
  await press('Enter');
  await expect.element(modal.date).toHaveValue(typedDay(5));
});

test('SHARE-07 two clicks on Get Link create one link, also after a failure', async () => {
  const { server } = await openVault({ items: ['a.txt'] });
  const { getLink, link } = await openShare('a.txt', 'Share Link');
  const pressTwice = () => {
    const button = getLink.element() as HTMLElement;
    for (let n = 0; n < 2; n += 1) button.click();
  };
  server.reply({ 'sharing.shareLink': refusal(500, 'INTERNAL_ERROR', 'Out of order.') });
  pressTwice();
  await expectVisible(toast('Out of order.'));
  await expect.element(getLink).toBeEnabled();
  expect(server.calls('sharing.shareLink')).toHaveLength(1);
  server.reply({ 'sharing.shareLink': LINK });
  pressTwice();
  await expectVisible(link);
  expect(server.calls('sharing.shareLink')).toHaveLength(2);
});

test('REQUEST-02 REQUEST-04 a request by mail has the same rules as a share by mail', async () => {
  const { server } = await openVault({ items: ['Tax/2025/'] });
  server.reply({ 'sharing.requestByEmail': LINK });
  const files = filesTab();
  await files.folder('Tax').click();
  await expectVisible(files.row('2025'));
  await files.tool('Share').click();
  await page.getByRole('menuitem', { name: /^Request Files from Others/ }).click();
  const modal = shareModal('Request Files from Others');
  await modal.specific.click();
  await expect.element(modal.getLink).toBeDisabled();
  await expectCount(modal.ticks, 4);
  await modal.sendEmail.click();
  // The expiration date has a default (USE-42).
  await expectTexts(modal.problems, ['Please enter the correct mailbox']);
  await modal.emails.fill('ann@example.test');
  await modal.date.fill(typedDay(1));
  await press('Enter');
  await modal.askPassword.click();
  await modal.remark.fill('The returns of 2025, please');
  const password = (modal.password.element() as HTMLInputElement).value;
  await modal.sendEmail.click();
  await expectVisible(toast('The sharing link has been successfully sent.'));
  await expectTexts(modal.outcome, ['The link to Tax was sent to:']);
  await expectTexts(modal.dialog.getByRole('listitem'), ['ann@example.test']);
  const body = server.calls('sharing.requestByEmail')[0]?.body;
  expect(body).not.toHaveProperty('askGiver', true);
  expect(body).toMatchObject({
    expireDateTime: endOfDay(1),
    path: 'Tax',
    receiveByEmails: ['ann@example.test'],
    havePassword: true,
    password,
    message: 'The returns of 2025, please',
  });
});

test('SAFE-29 after an unconfirmed mail the modal shows the link and a message', async () => {
  const { server } = await openVault({ items: ['a.txt'] });
  server.reply({ 'sharing.shareByEmail': { ...LINK, name: 'a.txt', mailUnconfirmed: true } });
  const modal = await openShare('a.txt', 'Share Link');
  await modal.specific.click();
  await modal.emails.fill('ann@example.test');
  await modal.noDate.click();
  await modal.sendEmail.click();
  await expectVisible(toast('The sharing link has been successfully created.'));
  await expectTexts(modal.outcome, ['The link to a.txt is ready. The e-mail is for:']);
  await expectTexts(modal.dialog.getByRole('listitem'), ['ann@example.test']);
  await expectVisible(modal.dialog.getByText(Messages.mailUnconfirmed));
  await expect.element(modal.link).toHaveValue(LINK.accessUrl);
  await expectAccessible();
});
