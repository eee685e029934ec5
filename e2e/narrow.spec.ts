import { filesTab, select } from './support/files-tab.ts';
import { expectReachable } from './support/reach.ts';
import { expect, openVault, test } from './support/test.ts';

test('USE-12 SHELL-07 at 1050 px names keep 240 px and the toolbar fits', async ({
  page,
  vaultApi,
  picture,
}) => {
  await page.setViewportSize({ width: 1050, height: 620 });
  const name = 'filename long number 2.txt';
  await vaultApi.put({ [name]: 'x', 'other.txt': 'x' });
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await select(page, name, 'other.txt');
  await files.row(name).hover();
  const share = files.row(name).getByRole('button', { name: `Share ${name}` });
  await expect(share).toBeVisible();
  await picture('narrow-selected');
  expect((await files.header('Item Name').boundingBox())?.width).toBeGreaterThanOrEqual(240);
  await expect(files.header('Version')).toHaveCount(0);
  await expect(files.row(name).getByRole('button', { name, exact: true })).toHaveText(name);
  await expectReachable(page, 'toolbar with a selection');
  expect(await files.toolbar.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  expect((await files.toolbar.boundingBox())?.height).toBe(32);
  const [icon, size] = [await share.boundingBox(), await files.header('Size').boundingBox()];
  expect(icon?.x).toBeGreaterThanOrEqual(size?.x ?? 0);
  await page.setViewportSize({ width: 1440, height: 620 });
  await expect(files.header('Version')).toBeVisible();
});
