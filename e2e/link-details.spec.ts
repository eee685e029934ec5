import type { Browser } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { expectPath, expectToast, filesTab } from './support/files-tab.ts';
import {
  deletionOf,
  linkCalls,
  linkDetails,
  linksOf,
  linksTab,
  makeLink,
  openLinkDetails,
  openLinks,
} from './support/links-tab.ts';
import { clipboard, endOfDay, typedDay } from './support/share-modal.ts';
import { expect, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const SECOND = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/;
const SECOND_IN_TEXT = /\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M/;

/** Opens a link as a visitor without an account, and waits for the shared item. */
async function visit(browser: Browser, accessUrl: string, shared: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(accessUrl);
  await expect(page.getByText(shared).first()).toBeVisible();
  await context.close();
}

test('SCOPE-11 LINKDETAIL-01 LINKDETAIL-02 LINKDETAIL-03 LINKDETAIL-04 LINKDETAIL-09 LINKDETAIL-10 LINKS-35 SHARE-31 MSG-22 MSG-23 MSG-30 MSG-63 the details show all data of a link in both themes', async ({
  page,
  vaultApi,
  owner,
}) => {
  await vaultApi.put({ 'Tax/2025/a.txt': 'a' });
  const password = 'aB3456789012';
  const { accessUrl } = await makeLink(vaultApi, ['Tax/2025/a.txt'], {
    havePassword: true,
    password,
    notify: true,
    path: 'Tax/2025',
  });
  await openLinks(page, vaultApi);
  const details = await openLinkDetails(page, 'a.txt');
  await expect(details.dialog).toHaveAccessibleName(/^Links Details\s*a\.txt/);
  await expect(details.dialog.locator('.ant-modal-title')).toHaveText(/Files \/ Tax \/ 2025$/);
  await expect(details.dialog.getByRole('term')).toHaveText([
    'Created By',
    'Recipients',
    'Link Created',
    'Who has access',
    'Link views',
    'Link expires',
    'Notifications',
    'Link',
    'Password',
  ]);
  await expect(details.value('Created By')).toHaveText(owner.name);
  await expect(details.value('Recipients')).toHaveText('Anyone');
  await expect(details.value('Link Created')).toHaveText(SECOND);
  await expect(details.value('Link views')).toContainText('0');
  await expect(details.value('Link')).toHaveText(accessUrl);
  await expect(details.value('Password')).toHaveText(password);
  await expect(details.notify).toBeChecked();
  for (const name of ['Open Link', 'Go to Folder', 'Delete Link']) {
    await expect(details.button(name)).toBeEnabled();
  }
  await details.value('Who has access').getByRole('button').hover();
  const lines = page.getByRole('tooltip').filter({ hasText: 'Link is public' });
  await expect(lines).toHaveText(/^Link is public\s*Downloads allowed\s*Co - editing not allowed$/);
  await details.button('Copy the link').click();
  await expectToast(page, 'Link copied to clipboard.');
  expect(await clipboard(page)).toBe(accessUrl);
  await details.button('Copy the password').click();
  await expectToast(page, 'Password copied successfully.');
  expect(await clipboard(page)).toBe(password);
  await details.button('Edit when the link expires').click();
  await details.button('Edit the notifications').click();
  await expectAccessibleInBothThemes(page);
});

test('LINKDETAIL-03 LINKS-27 LINKS-30 LINKS-40 the details can delete the link and open its folder, if it exists', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/a.txt': 'a', 'Old/b.txt': 'b' });
  await makeLink(vaultApi, ['Tax/a.txt']);
  await makeLink(vaultApi, ['Old/b.txt']);
  await vaultApi.trash('Old');
  await openLinks(page, vaultApi);
  const { dialog, button } = await openLinkDetails(page, 'b.txt');
  await expect(button('Go to Folder')).toBeDisabled();
  await button('Delete Link').click();
  await deletionOf(page).getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Deleted successfully.');
  await expect(dialog).toBeHidden();
  await expect(linksTab(page).cells('b.txt').nth(5)).toHaveText('Deleted');

  await openLinkDetails(page, 'a.txt');
  await button('Go to Folder').click();
  await expectPath(page, ['Files', 'Tax']);
  await expect(filesTab(page).row('a.txt')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('SCOPE-11 LINKDETAIL-07 LINKDETAIL-11 LINKDETAIL-12 LINKDETAIL-14 LINKDETAIL-15 LINKDETAIL-16 LINKDETAIL-17 LINKDETAIL-18 the expiry of a link can be changed by keyboard only', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax');
  await makeLink(vaultApi, ['Tax'], { notify: true });
  await openLinks(page, vaultApi);
  const { dialog, value, button, date, save } = await openLinkDetails(page, 'Tax');
  await expect(value('Link expires')).toContainText(SECOND_IN_TEXT);
  const before = await value('Link expires').innerText();
  await button('Edit when the link expires').focus();
  await page.keyboard.press('Enter');
  await expect(date).toBeFocused();
  await expect(save).toBeDisabled();
  for (const days of [0, 31]) {
    await date.fill(typedDay(days));
    await date.press('Enter');
    await date.press('Tab');
    await expect(date).toHaveValue('');
    await expect(save).toBeDisabled();
  }
  await date.fill(typedDay(30));
  await date.press('Enter');
  await expect(date).toHaveValue(typedDay(30));
  await expect(save).toBeEnabled();

  const { promise: isWanted, resolve: answer } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.endsWith('/link'),
    async (route) => {
      if (route.request().method() === 'POST') await isWanted;
      await route.continue();
    },
  );
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await save.click();
  const [link] = await linksOf(vaultApi);
  expect((await sent).postDataJSON()).toEqual({
    id: link?.id,
    expireType: 'On Date',
    accessTimes: 0,
    expireDateTime: endOfDay(30),
    expire: true,
    notify: true,
  });
  await expect(dialog.locator('.ant-btn-loading')).toBeVisible();
  await expect(button('Cancel')).toBeDisabled();
  answer();
  await expectToast(page, 'Updated successfully.');
  await expect(date).toHaveCount(0);
  await expect(value('Link expires')).not.toHaveText(before);
  await expect(button('Edit when the link expires')).toBeFocused();
  const calls = linkCalls(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => calls.length).toBe(1);
  expect((await linksOf(vaultApi))[0]?.expireDateTime).toBe(endOfDay(30));
  // Nothing was changed, so the list is not reloaded.
  await openLinkDetails(page, 'Tax');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(calls).toHaveLength(1);
});

test('SCOPE-11 LINKDETAIL-06 LINKVIEWS-01 LINKVIEWS-02 LINKVIEWS-03 LINKVIEWS-04 LINKVIEWS-05 LINKVIEWS-06 LINKS-10 the views of a link show visitor, access type and date', async ({
  page,
  vaultApi,
  browser,
}) => {
  await vaultApi.put({ 'Tax/a.txt': 'a' });
  const { accessUrl } = await makeLink(vaultApi, ['Tax']);
  await visit(browser, accessUrl, 'a.txt');
  await visit(browser, accessUrl, 'a.txt');
  const times = async () => (await linksOf(vaultApi))[0]?.accessTimes ?? 0;
  await expect.poll(times).toBeGreaterThanOrEqual(2);
  const views = await times();
  await openLinks(page, vaultApi);
  await expect(linksTab(page).cells('Tax').nth(6)).toHaveText(String(views));
  await expect(linksTab(page).cells('Tax').nth(2)).toHaveText(SECOND);

  const { value } = await openLinkDetails(page, 'Tax');
  await expect(value('Link views')).toContainText(String(views));
  const asked = page.waitForRequest((request) => request.url().includes('Link_View'));
  await value('Link views').getByRole('button', { name: 'Detail' }).click();
  const [link] = await linksOf(vaultApi);
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
    type: 'Link_View',
    relationId: link?.id,
    page: '0',
    size: '10',
  });
  const dialog = page.getByRole('dialog', { name: 'Link views' });
  const rows = dialog.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(views);
  await expect(rows.first().getByRole('cell').nth(0)).toHaveText('PPublic');
  await expect(rows.first().getByRole('cell').nth(2)).toHaveText(SECOND);
  await expect(dialog.getByRole('columnheader')).toHaveText(['Viewer', 'Access Type', 'Date Viewed']);
  await expectAccessible(page);
  for (const [title, field] of [
    ['Viewer', 'accessor'],
    ['Access Type', 'content'],
    ['Date Viewed', 'createdDate'],
  ] as const) {
    const sorted = page.waitForRequest((request) => request.url().includes('Link_View'));
    await dialog.getByRole('button', { name: title, exact: true }).click();
    expect(new URL((await sorted).url()).searchParams.get('sort')).toBe(`${field},asc`);
    await expect(dialog.getByRole('columnheader', { name: title })).toHaveAttribute('aria-sort', 'ascending');
    await expect(rows).toHaveCount(views);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(linkDetails(page).dialog).toBeVisible();
});
