import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf, expectGone, expectVisible, focus, openVault, press } from '../../testing/index.ts';

const button = page.getByRole('button', { name: /account of/ });
const menu = page.getByRole('menu', { name: /account of/ });
const item = (name: string) => menu.getByRole('menuitem', { name });

test('USE-10 a button opens its menu with the focus on the first item; Escape returns to the button', async () => {
  await openVault();
  await expectVisible(button);
  focus(button);
  await press('Enter');
  await expect.element(item('Your account')).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await press('ArrowUp');
  await expect.element(item('Sign out')).toHaveFocus();
  await press('Escape');
  await expectGone(menu);
  await expect.element(button).toHaveFocus();
});

test('USE-10 Enter chooses the item that has the focus, also when a screen reader moved it', async () => {
  await openVault();
  await button.click();
  await expect.element(item('Your account')).toHaveFocus();
  focus(item('Change password'));
  await press('Enter');
  await expectGone(menu);
  await expectVisible(page.getByRole('dialog', { name: 'Change password' }));
});

test('UI-08 another click on the button closes its menu, and so does a click elsewhere', async () => {
  await openVault();
  await button.click();
  await expectVisible(menu);
  await button.click();
  await expectGone(menu);
  await button.click();
  await expectVisible(menu);
  await page.getByRole('tab', { name: 'Files' }).click();
  await expectGone(menu);
});

test('UI-08 the menu of a button at the right edge is inside the window, below the button', async () => {
  await openVault();
  await button.click();
  await expectVisible(menu);
  const box = boxOf(menu);
  expect(box.right).toBeLessThanOrEqual(innerWidth);
  expect(box.top).toBeGreaterThanOrEqual(boxOf(button).bottom);
});
