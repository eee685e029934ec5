import { Messages } from '@vault/contract';
import { expectAccessible } from './support/accessible.ts';
import { expectNoToast, expectRows, expectToast, filesTab, listCalls } from './support/files-tab.ts';
import { freezeDatabase } from './support/frozen-database.ts';
import { breakVault, outageBar } from './support/outage.ts';
import { openPreview } from './support/preview-modal.ts';
import { openShare } from './support/share-modal.ts';
import { enter, expect, openVault, test } from './support/test.ts';

const NOT_AVAILABLE = 'The vault is not available at the moment. This page continues by itself.';
const NO_CONNECTION = 'There is no connection to the vault. This page continues by itself.';

test('SAFE-06 SAFE-25 during an outage the list stays and one bar shows until its end', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'a.txt': 'a', 'b.txt': 'b' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expectRows(page, ['a.txt', 'b.txt']);
  const top = async () => (await files.row('a.txt').boundingBox())?.y;
  const before = await top();

  const outage = await breakVault(page);
  await files.tool('Refresh').click();
  await expect(outageBar(page)).toHaveText(NOT_AVAILABLE);
  await expectRows(page, ['a.txt', 'b.txt']);
  expect(await top()).toBe(before);
  await expectAccessible(page);
  await picture('list');
  await expect
    .poll(() => outage.refused.filter((call) => call.endsWith('/auth/me')).length)
    .toBeGreaterThan(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await page.evaluate('sessionStorage.getItem("vault.token")')).not.toBeNull();

  const calls = listCalls(page);
  await outage.end();
  await expect(outageBar(page)).toHaveCount(0);
  await expect.poll(() => calls.length).toBe(1);
  await expectRows(page, ['a.txt', 'b.txt']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(calls).toHaveLength(1);
});

test('SAFE-06 SAFE-25 the sign-in form shows the message and keeps its input; the next click works', async ({
  page,
  owner,
}) => {
  await page.goto('/login');
  const outage = await breakVault(page);
  await enter(page, owner);
  await expect(page.getByRole('alert')).toHaveText(Messages.vaultUnavailable);
  await expect(page.getByLabel('Password')).toHaveValue(owner.password);
  await outage.end();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('tab', { name: 'Files' })).toBeVisible();
});

test('SAFE-06 a toast whose code cannot be loaded is shown with the next one', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.dwg': 'a', 'b.txt': 'b' });
  const toasts = /\/assets\/toasts-/;
  await page.route(toasts, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => toasts.test(request.url()));
  await openVault(page, vaultApi);
  // After the first view.
  await failed;
  const failedAgain = page.waitForEvent('requestfailed', (request) => toasts.test(request.url()));
  await filesTab(page).row('a.dwg').getByRole('button', { name: 'a.dwg', exact: true }).click();
  await failedAgain;
  expectNoToast(page);
  await page.unroute(toasts);
  await filesTab(page).checkbox('b.txt').check();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Preview is not supported.');
  await expectToast(page, 'Deleted successfully.');
});

test('SAFE-06 an outage keeps the options of a new link and an edited text', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await openVault(page, vaultApi);
  const share = await openShare(page, 'a.txt', 'Share Link');
  await share.noDate.check();
  await share.remark.fill('For the audit');
  const outage = await breakVault(page);
  await share.getLink.click();
  await expectToast(page, Messages.vaultUnavailable);
  await expect(share.remark).toHaveValue('For the audit');
  await outage.end();
  await expect(outageBar(page)).toHaveCount(0);
  await share.getLink.click();
  await expect(share.link).toBeVisible();
  await share.done.click();

  const { dialog } = await openPreview(page, 'a.txt');
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  const text = dialog.getByRole('textbox', { name: 'Text of a.txt' });
  await text.fill('a better text');
  const next = await breakVault(page, 'no reply');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(outageBar(page)).toHaveText(NO_CONNECTION);
  await expect(text).toHaveValue('a better text');
  await next.end();
  await expect(outageBar(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(text).toHaveCount(0);
  expect((await vaultApi.bytes('a.txt')).toString()).toBe('a better text');
});

test('SAFE-06 a preview opened during an outage appears afterwards', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'This is a' });
  await openVault(page, vaultApi);
  await expectRows(page, ['a.txt']);
  const outage = await breakVault(page);
  const { stage } = await openPreview(page, 'a.txt');
  await expect(outageBar(page)).toHaveText(NOT_AVAILABLE);
  await expect(stage).not.toContainText(Messages.vaultUnavailable);
  await outage.end();
  await expect(stage).toHaveText('This is a');
});

test('SAFE-22 SAFE-25 the preview of a damaged file shows the message', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'a.txt': 'This is a' });
  await openVault(page, vaultApi);
  await page.route('**/preSign*', (route) =>
    route.fulfill({ status: 500, json: { code: 500, data: null, errorMessage: Messages.fileDamaged } }),
  );
  const { stage } = await openPreview(page, 'a.txt');
  await expect(stage).toContainText(Messages.fileDamaged);
  await expect(stage).not.toContainText('Preview is not supported.');
  await expect(outageBar(page)).toHaveCount(0);
});

test.describe('with live events', () => {
  test.use({ liveEvents: true });

  test('SAFE-06 a lost connection is detected automatically and has its own message', async ({
    page,
    vaultApi,
    throttledProxy,
  }) => {
    const network = await throttledProxy(Number.POSITIVE_INFINITY);
    await vaultApi.put({ 'a.txt': 'a' });
    await openVault(page, vaultApi, '', network.url);
    await expectRows(page, ['a.txt']);
    network.disconnect();
    // The page detects the loss by its event stream.
    await expect(outageBar(page)).toHaveText(NO_CONNECTION);
    await expectRows(page, ['a.txt']);
    await vaultApi.put({ 'b.txt': 'b' });
    network.reconnect();
    await expect(outageBar(page)).toHaveCount(0);
    await expectRows(page, ['a.txt', 'b.txt']);
  });

  test('SAFE-06 SAFE-23 with a frozen database the list stays and the bar shows until its end', async ({
    page,
    vaultApi,
    vault,
  }) => {
    await vaultApi.put({ 'a.txt': 'a' });
    await openVault(page, vaultApi);
    await expectRows(page, ['a.txt']);
    const thaw = await freezeDatabase(vault);
    try {
      await filesTab(page).tool('Refresh').click();
      await expect(outageBar(page)).toBeVisible();
      await expectRows(page, ['a.txt']);
      await expect(page.getByRole('alert')).toHaveCount(0);
    } finally {
      await thaw();
    }
    await expect(outageBar(page)).toHaveCount(0);
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
    await vaultApi.put({ 'b.txt': 'b' });
    await expectRows(page, ['a.txt', 'b.txt']);
  });
});
