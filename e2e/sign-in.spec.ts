import { contract } from '@vault/contract';
import { expectAccessible } from './support/accessible.ts';
import { expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { enter, expect, openVault, type Page, test } from './support/test.ts';

const filesTabOf = (page: Page) => page.getByRole('tab', { name: 'Files' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });
const problem = (page: Page) => page.getByRole('alert');

test('AUTH-01 SHELL-01 a user signs in with e-mail and password, sees the vault and signs out', async ({
  page,
  owner,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Document Vault' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');

  await enter(page, owner);
  await expect(filesTabOf(page)).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL('/vault');
  await page.reload();
  await expect(filesTabOf(page)).toBeVisible();

  await page.getByRole('button', { name: `account of ${owner.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(signInButton(page)).toBeVisible();
  await page.goto('/vault');
  await expect(signInButton(page)).toBeVisible();
});

test('AUTH-03 after a session end the sign-in returns to the former folder and order', async ({
  page,
  owner,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025', 'Tax/2026');
  const { sfid } = await vaultApi.item('Tax');
  await openVault(page, vaultApi, `?folder=${sfid}&size=20&sort=name,desc`);
  await expectRows(page, ['2026', '2025']);
  await vaultApi.client.data(contract.session.signOut);

  // Not a real click, because a call that is still open may show the cover first.
  await filesTab(page).tool('Refresh').dispatchEvent('click');
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByText('You do not have access')).toHaveCount(0);
  await enter(page, owner);
  await expectPath(page, ['Files', 'Tax']);
  await expectRows(page, ['2026', '2025']);
  await expect(page).toHaveURL(`/vault?folder=${sfid}&size=20&sort=name,desc`);
});

test('AUTH-04 the password can be changed by keyboard only; the old one is refused', async ({
  page,
  owner,
  vaultApi,
}) => {
  const password = 'quiet river under stones';
  await openVault(page, vaultApi);
  const menu = page.getByRole('button', { name: `account of ${owner.name}` });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Change password' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const current = dialog.getByLabel('Current password');
  const next = dialog.getByLabel('New password');
  await expect(current).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.type('not the password');
  await next.fill('too short');
  await page.keyboard.press('Enter');
  await expect(problem(page)).toHaveText('The new password must have at least 12 characters.');
  await expect(next).toBeFocused();
  await next.fill(password);
  await page.keyboard.press('Enter');
  await expect(problem(page)).toHaveText('The current password is incorrect.');
  await expect(current).toBeFocused();
  await current.fill(owner.password);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Password changed successfully.');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();

  // The session that has changed the password stays active.
  const loaded = page.waitForResponse(/\/files-v2\//);
  await filesTab(page).tool('Refresh').click();
  expect((await loaded).status()).toBe(200);
  await expect(filesTabOf(page)).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await enter(page, owner);
  await expect(page.getByText('Incorrect e-mail or password.')).toBeVisible();
  await enter(page, { ...owner, password });
  await expect(filesTabOf(page)).toBeVisible();
  // Restores the former password, because other journeys use it.
  await page.evaluate(
    async ([currentPassword, newPassword]) => {
      const token = sessionStorage.getItem('vault.token') ?? '';
      await fetch('/api/v1/auth/password', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ currentPassword, newPassword }),
      });
    },
    [password, owner.password],
  );
});

test('SPEED-12 the sign-in page loads the toasts, and the scripts of the vault with the first input', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const toasts = page.waitForRequest(/\/assets\/toasts-/);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await toasts;
  // A chunk is named after the pages that load it, followed by a hash.
  const ofVault = /\/vault-[\w-]{8}\.js$/;
  expect(scripts.filter((path) => ofVault.test(path))).toEqual([]);
  const vault = page.waitForRequest(ofVault);
  await page.getByLabel('E-mail').fill('a');
  await vault;
});
