import { readFile } from 'node:fs/promises';
import { contract } from '@vault/contract';
import { expectAccessible } from './support/accessible.ts';
import { openVaultApi } from './support/vault-api.ts';
import { pdf } from './support/documents.ts';
import { expectRows, filesTab } from './support/files-tab.ts';
import { breakVault, outageBar } from './support/outage.ts';
import { people, type Person, RECORDS } from './support/people.ts';
import type { Portal } from './support/portal.ts';
import { openPreview } from './support/preview-modal.ts';
import { expect, type Page, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload } from './support/upload-modal.ts';

/** A picture of one red point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

const part = (page: Page, name: string) => page.getByRole('navigation').getByRole('button', { name });

async function enter(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Portal e-mail').fill(email);
  await page.getByLabel('Portal password').fill(password);
  await page.getByRole('button', { name: 'Enter the portal' }).click();
}

async function openPortalPage(page: Page, portal: Portal, person: Omit<Person, 'records'>, record = '') {
  const address = `${portal.url}/?vault=${portal.vault}${record && `&record=${record}`}`;
  await page.goto(address);
  await enter(page, person);
  await expect(page.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible();
  return address;
}

const PORTAL_PARTS = [
  'html',
  'body',
  '#portal',
  '.portal-header',
  '.portal-header h1',
  '.portal-header p button',
  'main',
];

/** Returns all computed styles of the elements that belong to the portal. */
const looks = (page: Page) =>
  page.evaluate<string[]>(`${JSON.stringify(PORTAL_PARTS)}
  .map((selector) => {
    const style = getComputedStyle(document.querySelector(selector));
    return [...style].map((name) => selector + ' ' + name + ': ' + style.getPropertyValue(name));
  }).flat()`);

/** Records in each frame whether a row is visible. @returns a function: whether the row was visible since the start */
async function everVisible(page: Page, name: string): Promise<() => Promise<boolean>> {
  await page.evaluate(`{
    window.vaultSeen = false;
    const look = () => {
      const box = document.querySelector(${JSON.stringify(`[aria-label="Select ${name}"]`)});
      if (box?.checkVisibility({ visibilityProperty: true })) window.vaultSeen = true;
      requestAnimationFrame(look);
    };
    look();
  }`);
  return async () => (await page.evaluate('window.vaultSeen')) === true;
}

test('SHELL-12 the vault lists, uploads, downloads and previews in a portal, whose page is unchanged', async ({
  page,
  portal,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/return.txt': 'all is well', 'paper.pdf': await pdf('Worked by a worker') });
  const address = await openPortalPage(page, portal, owner);
  const before = await looks(page);

  await part(page, 'Documents').click();
  await expectRows(page, ['Tax', 'paper.pdf']);
  await expect.poll(() => looks(page)).toEqual(before);
  await expect(page.getByRole('button', { name: /account of/ })).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expectAccessible(page);

  const upload = await openUpload(page);
  await expectAccessible(page);
  await upload.files.setInputFiles([
    ...inMemory({ 'note.txt': 'hello' }),
    { name: 'point.png', mimeType: 'image/png', buffer: PICTURE },
  ]);
  await expectStatuses(page, { 'note.txt': 'Completed', 'point.png': 'Completed' });
  await page.keyboard.press('Escape');
  await expectRows(page, ['Tax', 'note.txt', 'paper.pdf', 'point.png']);

  await expect((await openPreview(page, 'point.png')).image).toBeVisible();
  await page.keyboard.press('Escape');
  await expect((await openPreview(page, 'paper.pdf')).page).toHaveText('1 / 1');
  await expect(page.getByText('Worked by a worker')).toBeAttached();
  await page.keyboard.press('Escape');

  await filesTab(page).row('note.txt').hover();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download note.txt' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('note.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('hello');

  // A navigation inside the vault keeps the scroll position of the portal's page.
  await page.evaluate("document.body.style.minHeight = '200vh'; scrollTo(0, 40)");
  await page.getByRole('tab', { name: 'Links' }).click();
  await expect(page.getByRole('heading', { name: 'Links List' })).toBeVisible();
  expect(await page.evaluate('scrollY')).toBe(40);
  await page.evaluate("scrollTo(0, 0); document.body.removeAttribute('style')");
  await expect(page).toHaveURL(address);
  expect(await page.evaluate('Object.keys(history)'), 'what a page adds to its history object').toEqual([]);
  await expect(page).toHaveTitle('Harbour Client Portal');

  await part(page, 'Home').click();
  await expect(page.getByRole('heading', { name: `Welcome, ${owner.name}` })).toBeVisible();
  await expect.poll(() => looks(page)).toEqual(before);
  await expect(page.locator('.pv-vault')).toHaveCount(0);
  expect(await page.evaluate("sessionStorage.getItem('vault.token')")).toBeNull();
});

test('API-07 AUTH-03 a refused token is reported to the portal; its new token continues in the same folder', async ({
  page,
  portal,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/return.txt': 'all is well' });
  await openPortalPage(page, portal, owner);
  await part(page, 'Documents').click();
  await filesTab(page).row('Tax').getByText('Tax', { exact: true }).click();
  await expectRows(page, ['return.txt']);

  await page.route(`${portal.vault}/api/**`, (route) =>
    route.fulfill({
      status: 401,
      headers: { 'access-control-allow-origin': portal.url },
      json: { code: 401, data: null, errorMessage: 'Please sign in again.' },
    }),
  );
  await filesTab(page).tool('Refresh').click();
  await expect(page.getByText('Please sign in again.')).toBeVisible();
  await expect(page.getByText('return.txt')).toBeHidden();
  await expect(page.getByRole('form', { name: 'Your session has ended' })).toBeVisible();
  await expectAccessible(page);

  await page.unroute(`${portal.vault}/api/**`);
  const continued = page.waitForResponse(`**${contract.session.continueOfficeWindows.path}`);
  await enter(page, owner);
  await expectRows(page, ['return.txt']);
  await expect(page.getByText('Please sign in again.')).toBeHidden();
  // USE-03: open office windows continue with the portal's new token.
  expect((await continued).status()).toBe(200);
});

test('SHELL-13 the next user on the same page sees no data of the former user', async ({
  page,
  portal,
  vault,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'Secret plans.txt': 'x' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { authorization = '' } = request.headers();
    if (request.url().startsWith(vault.url) && authorization !== '') asked.push(authorization);
  });
  await openPortalPage(page, portal, owner);
  await part(page, 'Documents').click();
  await expectRows(page, ['Secret plans.txt']);
  await page.getByRole('button', { name: 'Leave the portal' }).click();

  const former = new Set(asked);
  expect(former.size).toBeGreaterThan(0);
  asked.length = 0;
  await enter(page, people.noVault);
  await expect(page.getByText('Please contact site admin.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open your own vault' })).toHaveCount(0);
  await expect(page.getByText('Secret plans.txt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave the portal' }).click();

  await enter(page, people.reader);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expect(page.getByText('Secret plans.txt')).toHaveCount(0);
  expect(new Set(asked).size).toBe(2);
  expect(new Set(asked).isDisjointFrom(former)).toBe(true);
});

test("SHELL-13 SAFE-06 the former user's data is hidden until the next token is checked", async ({
  page,
  portal,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'Secret plans.txt': 'x' });
  await openPortalPage(page, portal, owner);
  await part(page, 'Documents').click();
  await expectRows(page, ['Secret plans.txt']);
  const answer = async (address: string, code: number, errorMessage: string) =>
    page.route(`${portal.vault}/api/${address}`, (route) =>
      route.fulfill({
        status: code,
        headers: { 'access-control-allow-origin': portal.url },
        json: { code, data: null, errorMessage },
      }),
    );
  await answer('**', 401, 'Please sign in again.');
  await filesTab(page).tool('Refresh').click();
  await expect(page.getByText('Please sign in again.')).toBeVisible();
  await page.unroute(`${portal.vault}/api/**`);

  await answer('v1/auth/me', 503, 'Out of order.');
  // The cover appears with an animation.
  await expect(page.locator('[aria-label="Select Secret plans.txt"]')).toBeHidden();
  const wasSeen = await everVisible(page, 'Secret plans.txt');
  await enter(page, people.reader);
  await expect(outageBar(page)).toBeVisible();
  await expectAccessible(page);
  await page.unroute(`${portal.vault}/api/v1/auth/me`);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expect(page.getByText('Secret plans.txt')).toHaveCount(0);
  expect(await wasSeen()).toBe(false);
});

test('SHELL-12 SAFE-06 an outage in a portal keeps the list and shows the bar until it ends', async ({
  page,
  portal,
  owner,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await openPortalPage(page, portal, owner);
  await part(page, 'Documents').click();
  await expectRows(page, ['a.txt']);
  const outage = await breakVault(page);
  await filesTab(page).tool('Refresh').click();
  await expect(outageBar(page)).toBeVisible();
  await expectRows(page, ['a.txt']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await picture('outage');
  await outage.end();
  await expect(outageBar(page)).toHaveCount(0);
  await expectRows(page, ['a.txt']);
});

test('SHELL-12 PERM-22 the vault opens the record that the portal passes, if the user has access', async ({
  page,
  portal,
  vault,
}) => {
  const { client } = await openVaultApi(vault.url, people.everything);
  await client.data(contract.organise.createFolder, {
    params: { recordId: RECORDS.acme },
    query: { name: 'For Acme' },
  });
  await openPortalPage(page, portal, people.reader, RECORDS.acme);
  await part(page, 'Documents').click();
  await expect(filesTab(page).folder('For Acme')).toBeVisible();

  await openPortalPage(page, portal, people.reader, RECORDS.birch);
  await part(page, 'Documents').click();
  await expect(page.getByText('Please contact site admin.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open your own vault' })).toHaveCount(0);
});
