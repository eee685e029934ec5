import { escape, expectRows, filesTab } from './support/files-tab.ts';
import { EICAR, createSampleFiles } from './support/sample-files.ts';
import { expect, openVault, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload } from './support/upload-modal.ts';
import { overflow } from './support/windows.ts';

test('SHELL-07 every screen fits into 1050, 1440 and 1920 pixels without horizontal scrolling', async ({
  page,
  vaultApi,
  picture,
}) => {
  const shown = async (name: string) => {
    for (const width of [1050, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow(page), `${name} at ${width}`).toBe(0);
      await picture(`${name}-${width}`);
    }
  };
  await page.goto('/');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await shown('sign-in');

  const long = `${'Minutes of the meeting of the shareholders '.repeat(5)}2026.pdf`;
  await vaultApi.put({
    ...(await createSampleFiles()),
    [long]: 'x',
    'Clients/Acme/2026/Tax/Returns/a.pdf': 'x',
  });
  await vaultApi.createFolders('Letters', 'Payroll', 'Tax');
  await openVault(page, vaultApi);
  const files = filesTab(page);
  await expectRows(page, [
    'Clients',
    'Letters',
    'Payroll',
    'Tax',
    'Engagement letter.docx',
    'Engagement letter.pdf',
    'Ledger.xlsx',
    long,
    'Notes.txt',
  ]);
  await files.row('Tax').hover();
  await shown('list');
  await files.checkbox('Ledger.xlsx').check();
  await files.checkbox('Notes.txt').check();
  await expect(files.selection).toBeVisible();
  await shown('list-selected');

  const dialog = page.getByRole('dialog');
  await files.tool('Create').click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await shown('new-folder');
  await escape(page);
  await expect(dialog).toBeHidden();
  await files.tool('Delete selected items').click();
  await expect(dialog).toContainText('Are you sure');
  await shown('confirm-deletion');
  await escape(page);
  await expect(dialog).toBeHidden();
  await files.selection.click();
  await files.row('Clients').hover();
  await page.getByRole('button', { name: 'Download Clients' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 file, 1.0 bytes');
  await shown('download');
  await escape(page);
  await expect(dialog).toBeHidden();

  const modal = await openUpload(page);
  await shown('upload-empty');
  await modal.files.setInputFiles(
    inMemory({ 'Budget.xlsx': 'x', 'Contract.docx': 'x', 'invoice.pdf': EICAR }),
  );
  await expectStatuses(page, {
    'Budget.xlsx': 'Completed',
    'Contract.docx': 'Completed',
    'invoice.pdf': 'Scan Failed',
  });
  await shown('upload');
  await modal.finish.click();

  const { sfid } = await vaultApi.item('Clients/Acme/2026/Tax/Returns');
  await page.goto(`/vault?folder=${sfid}`);
  await expectRows(page, ['a.pdf']);
  await shown('deep');
});

test('SHELL-06 LIMIT-39 modals open below the top bar of the shell', async ({ page, vaultApi }) => {
  await openVault(page, vaultApi);
  const modal = await openUpload(page);
  const top = await page.getByRole('banner').boundingBox();
  const box = await modal.dialog.boundingBox();
  expect(top?.height).toBe(84);
  expect(box?.y).toBeGreaterThanOrEqual(84);
});

test('the theme follows the system until the user chooses one, which a reload keeps', async ({
  page,
  vaultApi,
  picture,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openVault(page, vaultApi);
  await expect(page.locator('html')).toHaveAttribute('data-vault-theme', 'dark');
  await picture('dark');
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-vault-theme', 'light');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-vault-theme', 'light');
});
