import { MAX_TEXT } from '@vault/contract';
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { expectVisible, filesTab, openApp, openVault, startServer } from '../../testing/index.ts';

const EMPTY = { content: [], totalElements: 0, numberOfElements: 0 };

test('SHELL-07 LIMIT-38 the shell is never narrower than 1050 pixels', async () => {
  await page.viewport(800, 700);
  await openVault();
  await expectVisible(page.getByText('No Data'));
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth - clientWidth).toBe(250);
});

test('UI-06 UI-07 LIMIT-40 the primary colour is #1634A4, and #3555B6 on hover', async () => {
  await openVault();
  const upload = filesTab().tool('Upload');
  const colour = () => getComputedStyle(upload.element()).backgroundColor;
  await expect.element(upload).toBeEnabled();
  expect(colour()).toBe('rgb(22, 52, 164)');
  await upload.hover();
  await expect.poll(colour).toBe('rgb(53, 85, 182)');
});

async function expectTakesMost(box: Locator): Promise<void> {
  await box.fill('x'.repeat(MAX_TEXT + 1));
  await expect.element(box).toHaveValue('x'.repeat(400));
}

test('UI-13 NAME-09 a text field accepts at most 400 characters', async () => {
  await openVault({ replies: { 'trash.list': EMPTY, 'trash.deleters': [] } });
  await expectTakesMost(page.getByRole('textbox', { name: 'Search in this folder' }));
  await page.getByRole('tab', { name: 'Trash' }).click();
  await expectTakesMost(page.getByRole('textbox', { name: 'Item Name' }));
  await page.getByRole('button', { name: /account of Ada Byron/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expectTakesMost(page.getByLabelText('Current password'));
  await expectTakesMost(page.getByLabelText('New password'));
});

test('UI-13 NAME-09 the fields of the sign-in accept at most 400 characters', async () => {
  startServer({
    'session.methods': { accounts: true, passwordReset: false, oidc: null },
    'session.demoAccounts': [],
  });
  await openApp('/login');
  await expectTakesMost(page.getByLabelText('E-mail'));
  await expectTakesMost(page.getByLabelText('Password'));
});
