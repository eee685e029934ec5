import { expectAccessible } from './support/accessible.ts';
import { expectRows, filesTab } from './support/files-tab.ts';
import { expect, openVault, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload } from './support/upload-modal.ts';

// A tool finds about half of what is wrong for people who hear or zoom a page; the rest is in keyboard.spec.ts.
for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the sign-in page has no accessibility fault that a tool can find', async ({ page, picture }) => {
      await page.goto('/');
      await expect(page.getByLabel('Password')).toBeVisible();
      await picture(`sign-in-${colorScheme}`);
      await expectAccessible(page);
    });

    test('the vault and its dialogs have no accessibility fault that a tool can find', async ({
      page,
      cabinet,
      picture,
    }) => {
      await cabinet.put({ 'Tax/2025/return.txt': 'return', 'note.txt': 'note', 'letter.pdf': '%PDF-1.7' });
      await openVault(page, cabinet);
      await expectRows(page, ['Tax', 'letter.pdf', 'note.txt']);
      const files = filesTab(page);
      await picture(`vault-${colorScheme}`);
      await expectAccessible(page);

      await files.checkbox('Tax').check();
      await files.row('note.txt').hover();
      await picture(`selection-${colorScheme}`);
      await expectAccessible(page);

      await files.tool('Delete selected items').click();
      const confirmation = page.getByRole('dialog', { name: 'Confirm Deletion' });
      await expect(confirmation).toBeVisible();
      await picture(`delete-${colorScheme}`);
      await expectAccessible(page);
      await confirmation.getByRole('button', { name: 'Cancel' }).click();
      await expect(confirmation).toBeHidden();
      await files.checkbox('Tax').uncheck();

      await files.tool('Create').click();
      const newFolder = page.getByRole('dialog', { name: 'New Folder' });
      await newFolder.getByLabel('Name').fill('a/b');
      await expect(newFolder.getByRole('alert')).not.toBeEmpty();
      await picture(`new-folder-${colorScheme}`);
      await expectAccessible(page);
      await newFolder.getByRole('button', { name: 'Cancel' }).click();
      await expect(newFolder).toBeHidden();

      const upload = await openUpload(page);
      await upload.files.setInputFiles(inMemory({ 'fine.txt': 'fine', 'odd*.txt': 'odd' }));
      await expectStatuses(page, { 'fine.txt': 'Completed' });
      await picture(`upload-${colorScheme}`);
      await expectAccessible(page);
    });
  });
}
