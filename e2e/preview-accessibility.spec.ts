import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { PREVIEW_LIMIT_BYTES } from '@vault/contract';
import { lines, pdf, picture } from './support/documents.ts';
import { choose, escape } from './support/files-tab.ts';
import { clickName, openPreview, previewModal } from './support/preview-modal.ts';
import { expect, openVault, test } from './support/test.ts';

// The trace recorder loads broken pictures itself, which the page's content security policy refuses.
test.use({ trace: 'off' });

test('every view of the preview, the editor and the refusals are accessible in both themes', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({
    '1.txt': lines(120),
    '2.pdf': await pdf('Page one', 'Page two'),
    '3.png': await picture({ width: 400, height: 300, format: 'png' }),
    '4.png': 'no picture',
    '5.txt': Buffer.alloc(PREVIEW_LIMIT_BYTES.txt + 1, 'x'),
  });
  await openVault(page, vaultApi);
  await openPreview(page, '1.txt');
  for (const [name, shown] of Object.entries({
    '1.txt': 'Line 1',
    '2.pdf': 'Page one',
    '3.png': '',
    '4.png': 'The picture cannot be read.',
    '5.txt': 'exceeds the file size limit',
  })) {
    const { stage, image } = previewModal(page, name);
    if (shown === '') await expect(image).toBeVisible();
    else await expect(stage).toContainText(shown);
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await clickName(page, '5.txt');
  await expect(page.getByRole('dialog', { name: 'Notification' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await choose(page, '1.txt', 'Edit');
  const { editor, discard, button } = previewModal(page, '1.txt');
  await expect(editor).toBeFocused();
  await page.keyboard.type('x');
  await vaultApi.put({ '1.txt': 'newer' });
  await button('Save').click();
  await expect(page.getByRole('alert').filter({ hasText: 'newer version' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await escape(page);
  await expect(discard).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('versions, history, receipt and details are accessible in both themes', async ({ page, vaultApi }) => {
  await vaultApi.put({ '1.txt': 'first' });
  await vaultApi.put({ '1.txt': 'second' });
  await vaultApi.bytes('1.txt');
  await openVault(page, vaultApi);
  await choose(page, '1.txt', 'Versions & History');
  const dialog = page.getByRole('dialog', { name: 'Versions & History' });
  await expect(dialog.getByText('Current', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('tab', { name: 'History' }).click();
  await expect(dialog.getByText('1 times.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('tab', { name: 'Versions' }).click();
  await dialog
    .getByRole('button', { name: /^Receipt of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Receipt' }).getByRole('definition')).toHaveCount(7);
  await expectAccessibleInBothThemes(page);
  await escape(page);
  await dialog.getByRole('button', { name: 'File details' }).click();
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('Files / 1.txt');
  await expectAccessibleInBothThemes(page);
});
