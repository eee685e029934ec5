import { contract, Messages } from '@vault/contract';
import { createClient } from '../server/src/testing/client.ts';
import { expectAccessible } from './support/accessible.ts';
import { type VaultApi, openVaultApi } from './support/vault-api.ts';
import { choose, expectRows } from './support/files-tab.ts';
import { beforeFirstCall } from './support/network.ts';
import { people } from './support/people.ts';
import { openPreview } from './support/preview-modal.ts';
import { enter, expect, openVault, type Page, signIn, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload, PIPELINE } from './support/upload-modal.ts';

const cover = (page: Page) => page.getByRole('dialog', { name: Messages.signInAgain });

/** Revokes the session of the page. */
const revoke = ({ client }: Pick<VaultApi, 'client'>) => client.data(contract.session.signOut);

/** Returns whether the cover is the topmost element at nine points of the screen. */
const isCovering = (page: Page) =>
  page.evaluate(`[0.1, 0.5, 0.9].every((x) => [0.05, 0.5, 0.95].every((y) =>
    document.elementFromPoint(x * innerWidth, y * innerHeight)?.closest('dialog') !== null))`);

test('USE-03 an edited text stays below the cover and is saved after the sign-in', async ({
  page,
  vault,
  owner,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Notes.txt': 'first' });
  await openVault(page, vaultApi);
  const { button, editor, discard, dialog } = await openPreview(page, 'Notes.txt');
  await button('Edit').click();
  await expect(editor).toBeFocused();
  await page.keyboard.type('My own words. ');
  await revoke(vaultApi);
  await button('Save').click();
  await expect(cover(page)).toBeVisible();
  await expect(cover(page).getByRole('heading', { name: Messages.signInAgain })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  expect(await isCovering(page)).toBe(true);
  await expectAccessible(page);
  await picture('cover');

  // Neither keys nor clicks reach the page below the cover.
  for (const key of ['Escape', 'Escape', 'ArrowRight', 'Delete', 'Control+a']) await page.keyboard.press(key);
  await page.mouse.click(5, 5);
  for (const key of ['Escape', ' ', 'Delete', 'Escape']) await page.keyboard.press(key);
  await expect(cover(page)).toBeVisible();
  await expect(discard).toHaveCount(0);

  await enter(cover(page), { ...owner, password: 'wrong' });
  await expect(cover(page).getByRole('alert')).toHaveText(Messages.wrongCredentials);
  await enter(cover(page), owner);
  await expect(cover(page)).toHaveCount(0);
  await expect(dialog).toContainText('My own words. first');
  await expect(editor).toHaveCount(0);
  const after = await openVaultApi(vault.url, owner);
  expect(String(await after.bytes('Notes.txt'))).toBe('My own words. first');
  expect((await after.item('Notes.txt')).versionCount).toBe(2);
});

for (const stage of ['address', 'scan', 'transfer'] as const) {
  test(`USE-03 UPLOAD-22 an upload continues after a session end at '${stage}' and a sign-in`, async ({
    page,
    vault,
    owner,
    vaultApi,
  }) => {
    await openVault(page, vaultApi);
    // An address from before the end of the session is refused, and requested again (GUARD-30).
    const accepted: string[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'PUT' && response.ok()) accepted.push(response.url());
    });
    await beforeFirstCall(page, PIPELINE[stage], () => revoke(vaultApi));
    const modal = await openUpload(page);
    await modal.files.setInputFiles(inMemory({ 'a.txt': 'content', 'b.txt': 'more' }));
    await expect(cover(page)).toBeVisible();
    await enter(cover(page), owner);
    await expectStatuses(page, { 'a.txt': 'Completed', 'b.txt': 'Completed' });
    expect(accepted).toHaveLength(2);
    await modal.finish.click();
    await expectRows(page, ['a.txt', 'b.txt']);
    const after = await openVaultApi(vault.url, owner);
    expect(await after.item('a.txt')).toMatchObject({ versionCount: 1, size: 7 });
  });
}

test('USE-03 a download continues after a session end and a sign-in', async ({ page, owner, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'the bytes' });
  await openVault(page, vaultApi);
  await revoke(vaultApi);
  await choose(page, 'a.txt', 'Download');
  await expect(cover(page)).toBeVisible();
  const saved = page.waitForEvent('download');
  await enter(cover(page), owner);
  expect((await saved).suggestedFilename()).toBe('a.txt');
});

test('USE-03 a preview opened after the session end appears after the sign-in', async ({
  page,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'a.txt': 'This is a' });
  await openVault(page, vaultApi);
  await revoke(vaultApi);
  const { stage } = await openPreview(page, 'a.txt');
  await expect(cover(page)).toBeVisible();
  await enter(cover(page), owner);
  await expect(stage).toHaveText('This is a');
});

test.describe('with live events', () => {
  test.use({ liveEvents: true });

  test('USE-03 the event stream detects the end of the session without user action', async ({
    page,
    vault,
    owner,
    vaultApi,
  }) => {
    await vaultApi.put({ 'a.txt': 'a' });
    await openVault(page, vaultApi);
    await revoke(vaultApi);
    await expect(cover(page)).toBeVisible();
    const after = await openVaultApi(vault.url, owner);
    await after.put({ 'b.txt': 'b' });
    await enter(cover(page), owner);
    await expectRows(page, ['a.txt', 'b.txt']);
  });
});

test('USE-03 the page is reloaded when another user signs in', async ({ page, owner, vaultApi, vault }) => {
  await vaultApi.put({ 'Secret plans.txt': 'x' });
  await signIn(page, owner);
  const { editor, button: press } = await openPreview(page, 'Secret plans.txt');
  await press('Edit').click();
  await expect(editor).toBeFocused();
  await page.keyboard.type('more ');
  // The browser does not ask for confirmation because of the unsaved text.
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  const token = await page.evaluate("sessionStorage.getItem('vault.token')");
  await revoke({ client: createClient(vault.url, String(token)) });
  await press('Save').click();
  await expect(cover(page)).toBeVisible();
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('more ')) written.push(request.url());
  });
  const loaded = page.waitForEvent('load');
  await enter(cover(page), people.colleague);
  await loaded;
  await expect(page).toHaveURL(/\/vault(\?record=\w+)?$/);
  await expect(page.getByRole('button', { name: `account of ${people.colleague.name}` })).toBeVisible();
  await expect(page.getByText('Secret plans.txt')).toHaveCount(0);
  expect(asked).toBe(0);
  expect(written).toEqual([]);
  expect(String(await vaultApi.bytes('Secret plans.txt'))).toBe('x');
});

test('USE-03 AUTH-03 a page opened with an ended session redirects to the sign-in page', async ({
  page,
  owner,
  vaultApi,
}) => {
  await vaultApi.put({ 'Tax/a.txt': 'a' });
  const { sfid } = await vaultApi.item('Tax');
  await revoke(vaultApi);
  await page.goto('/login');
  await page.evaluate((token) => sessionStorage.setItem('vault.token', token), vaultApi.client.token ?? '');
  await page.goto(`/vault?folder=${sfid}`);
  await expect(page).toHaveURL(/\/login/);
  await expect(cover(page)).toHaveCount(0);
  await enter(page, owner);
  await expectRows(page, ['a.txt']);
});
