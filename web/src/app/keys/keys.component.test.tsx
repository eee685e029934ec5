import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectAccessible,
  expectGone,
  expectVisible,
  filesTab,
  openVault,
  press,
} from '../../testing/index.ts';

const EMPTY = { content: [], totalElements: 0, numberOfElements: 0 };

test('USE-49 the ? key and a button open a panel with the keyboard shortcuts', async () => {
  await openVault({ items: ['Tax/'], replies: { 'trash.list': EMPTY, 'trash.deleters': [] } });
  const panel = page.getByRole('dialog', { name: 'Keys' });
  await filesTab().folder('Tax').click();
  await press('?');
  await expectVisible(panel.getByText('Move to the trash'));
  await expectAccessible();
  await panel.getByRole('button', { name: 'Done' }).click();
  await expectGone(panel);

  const words = page.getByRole('textbox', { name: 'Search in this folder' });
  await words.click();
  await press('w', '?');
  await expect.element(words).toHaveValue('w?');
  await expectGone(panel);
  await page.getByRole('tab', { name: 'Trash' }).click();
  const button = page.getByRole('button', { name: 'Keys', exact: true });
  await button.click();
  await expectVisible(panel);
  await expectGone(page.getByRole('tooltip'));
  await press('Escape');
  await expectGone(panel);
  await expect.element(button).toHaveFocus();
});
