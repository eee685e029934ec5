import { contract } from '@vault/contract';
import type { VaultApi } from './support/vault-api.ts';
import {
  choose,
  expectNoToast,
  expectPath,
  expectRows,
  expectToast,
  filesTab,
  listCalls,
  select,
} from './support/files-tab.ts';
import { deleteLink, linksTab, makeLink, openLinks } from './support/links-tab.ts';
import { expect, openVault, test, type Page } from './support/test.ts';

// In these journeys another client (`vaultApi`) changes the vault while the page is open.

const PAPERS = Array.from({ length: 40 }, (_, n) => `paper ${String(n + 1).padStart(2, '0')}.txt`);

test.use({ liveEvents: true });

test.beforeEach(async ({ vaultApi }) => {
  await vaultApi.createFolders('Archive', 'Tax/2025');
});

const rename = async (vaultApi: VaultApi, path: string, name: string) =>
  vaultApi.client.data(contract.organise.renameFile, {
    body: { linkId: vaultApi.recordId, sfid: (await vaultApi.item(path)).sfid, name },
  });

/** Waits until the page receives events: creates a folder and waits for it. */
async function expectLive(page: Page, vaultApi: VaultApi): Promise<void> {
  await vaultApi.createFolders('Heard');
  await expect(filesTab(page).folder('Heard')).toBeVisible();
}

test('C56 changes of another client appear; selection, focus and scroll position stay', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put(Object.fromEntries(PAPERS.map((name) => [`Papers/${name}`, 'words'])));
  await vaultApi.createFolders('Papers/Archive');
  const { sfid: folder } = await vaultApi.item('Papers');
  await openVault(page, vaultApi, `?folder=${folder}&size=50`);
  const files = filesTab(page);
  await expectLive(page, vaultApi);
  await select(page, 'paper 30.txt', 'paper 31.txt');
  await files.row('paper 30.txt').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(files.row('paper 30.txt')).toBeFocused();
  const top = async () => Math.round((await files.row('paper 30.txt').boundingBox())?.y ?? 0);
  const before = await top();

  await vaultApi.put({ 'Papers/a first one.txt': 'new' });
  await expect(files.row('a first one.txt')).toBeAttached();
  await rename(vaultApi, 'Papers/paper 05.txt', 'renamed.txt');
  await expect(files.row('renamed.txt')).toBeAttached();
  await expect(files.row('paper 05.txt')).toHaveCount(0);
  const { client, recordId } = vaultApi;
  const { sfid } = await vaultApi.item('Papers/paper 06.txt');
  const body = { linkId: recordId, sfids: [sfid], path: 'Papers/Archive' };
  await client.data(contract.organise.move, { body });
  await expect(files.row('paper 06.txt')).toHaveCount(0);
  // The folder's size has increased by 5 bytes.
  await expect(files.row('Archive')).toContainText('5.0 bytes');
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  await expect(files.row('paper 30.txt')).toBeFocused();
  await expect(files.selection).toHaveText('2 item(s) selected');
  await picture('list');

  await vaultApi.trash('Papers/paper 31.txt');
  await expect(files.selection).toHaveText('1 item(s) selected');
  await expect(files.row('paper 30.txt')).toBeFocused();
  await vaultApi.trash('Papers/paper 30.txt');
  // The focus moves to the row that is now at this position.
  await expect(files.row('paper 32.txt')).toBeFocused();
  expectNoToast(page);
});

test('C56 the tree keeps its expanded folders; the parent replaces a deleted open folder', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expectLive(page, vaultApi);
  await files.folder('Tax').click();
  await page.keyboard.press('ArrowRight');
  await expect(files.folder('2025')).toBeVisible();
  await vaultApi.createFolders('Tax/2026', 'Archive/Old');
  await expect(files.folder('2026')).toBeVisible();
  await expect(files.folder('Old')).toHaveCount(0);
  await vaultApi.rename('Archive', 'Former');
  await expect(files.folder('Former')).toBeVisible();
  await files.folder('2026').click();
  await expectPath(page, ['Files', 'Tax', '2026']);
  await vaultApi.trash('Tax/2026');
  await expectToast(page, 'This folder is no longer here. ‘Tax’ is open instead.');
  await expectPath(page, ['Files', 'Tax']);
  await expectRows(page, ['2025']);
});

test('C56 changes appear in the lists of links and trash', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'words' });
  await makeLink(vaultApi, ['Tax']);
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  await expect(links.rows).toHaveCount(1);
  await makeLink(vaultApi, ['Archive']);
  await expect(links.rows).toHaveCount(2);
  await deleteLink(vaultApi, 'Archive');
  await expect(links.row('Archive')).toContainText('Deleted');
  await page.getByRole('tab', { name: 'Trash' }).click();
  const trash = page.getByRole('tabpanel', { name: 'Trash' });
  await expect(trash.getByRole('row').filter({ hasText: 'a.txt' })).toHaveCount(0);
  await vaultApi.trash('a.txt');
  await expect(trash.getByRole('row').filter({ hasText: 'a.txt' })).toBeVisible();
  expectNoToast(page);
});

test("C56 two pages show each other's changes, not during a drag; a page loads its own change once", async ({
  page,
  vaultApi,
  browser,
  vault,
}) => {
  await vaultApi.put({ 'Mine/mine.txt': 'words' });
  const { sfid } = await vaultApi.item('Mine');
  const stream = page.waitForResponse(/\/events\?/);
  await openVault(page, vaultApi, `?folder=${sfid}`);
  await stream;
  await expect(filesTab(page).folder('Archive')).toBeVisible();
  const context = await browser.newContext({ baseURL: vault.url });
  const other = await context.newPage();
  await openVault(other, vaultApi, `?folder=${sfid}`);
  // Earlier events are processed by then: the tree is reloaded together with this list.
  await expectLive(page, vaultApi);
  await expect(filesTab(other).folder('Heard')).toBeVisible();

  const calls = listCalls(page);
  await choose(page, 'mine.txt', 'Rename');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('renamed.txt');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(filesTab(page).row('renamed.txt')).toBeVisible();
  await expect(filesTab(other).row('renamed.txt')).toBeVisible();
  // An event about the page's own change would arrive before the event about this change.
  await vaultApi.createFolders('Mine/Zero');
  await expect(filesTab(page).row('Zero')).toBeVisible();
  expect(calls).toHaveLength(2);

  await filesTab(page).row('renamed.txt').hover();
  await page.mouse.down();
  await page.mouse.move(700, 500, { steps: 5 });
  await vaultApi.createFolders('Mine/While dragging');
  await expect(filesTab(other).row('While dragging')).toBeVisible();
  await expect(filesTab(page).row('While dragging')).toHaveCount(0);
  await page.mouse.move(5, 5, { steps: 3 });
  await page.mouse.up();
  await expect(filesTab(page).row('While dragging')).toBeVisible();
  await context.close();
});

test('C56 without an event stream everything else works and no message is shown', async ({
  page,
  vaultApi,
}) => {
  let tries = 0;
  await page.route(/\/events\?/, (route) => {
    tries += 1;
    return tries % 2 === 0 ? route.abort() : route.fulfill({ status: 404, body: '<h1>Not here</h1>' });
  });
  await openVault(page, vaultApi);
  await expect.poll(() => tries).toBeGreaterThan(1);
  await vaultApi.createFolders('Unheard');
  await filesTab(page).folder('Tax').click();
  await expectRows(page, ['2025']);
  await filesTab(page).folder('Files').click();
  await expectRows(page, ['Archive', 'Tax', 'Unheard']);
  expectNoToast(page);
});
