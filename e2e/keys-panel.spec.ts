import { expectAccessible } from './support/accessible.ts';
import { escape, filesTab } from './support/files-tab.ts';
import { expect, openVault, test } from './support/test.ts';

test('USE-49 the ? key and a button open a panel with the keyboard shortcuts', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.createFolders('Tax');
  await openVault(page, vaultApi);
  const panel = page.getByRole('dialog', { name: 'Keys' });
  await filesTab(page).folder('Tax').click();
  await page.keyboard.press('?');
  await expect(panel).toContainText('Move to the trash');
  await picture('keys');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel).toBeHidden();

  await page.getByRole('textbox', { name: 'Search in this folder' }).focus();
  await page.keyboard.type('why?');
  await expect(panel).toBeHidden();
  await page.getByRole('tab', { name: 'Trash' }).click();
  const button = page.getByRole('button', { name: 'Keys', exact: true });
  await button.click();
  await expect(panel).toBeVisible();
  await escape(page);
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
});
