import { contract } from '@vault/contract';
import { createClient } from '../server/src/testing/client.ts';
import { expectAccessible } from './support/accessible.ts';
import { openVaultApi } from './support/vault-api.ts';
import { expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { everShown, slowly } from './support/network.ts';
import { people, RECORDS } from './support/people.ts';
import { enter, expect, openVault, type Page, signIn, test } from './support/test.ts';

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

test('AUTH-01 the sign-in works by keyboard only', async ({ page, owner }) => {
  await page.goto('/');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await expect(filesTabOf(page)).toBeVisible();
});

test('AUTH-02 wrong credentials show the same message for known and unknown users', async ({
  page,
  owner,
}) => {
  await page.goto('/');
  for (const email of [owner.email, 'nobody@example.test']) {
    await enter(page, { email, password: 'not the password' });
    await expect(problem(page)).toHaveText('Incorrect e-mail or password.');
    await page.getByLabel('E-mail').fill('');
    await signInButton(page).click();
    await expect(problem(page)).toHaveText('Please enter your e-mail.');
  }
  await enter(page, owner);
  await expect(filesTabOf(page)).toBeVisible();
});

test('AUTH-02 USE-48 after ten failures the right password is refused until the shown time', async ({
  page,
  vault,
}) => {
  // No other journey uses this account: the throttle lasts a quarter of an hour.
  const { outsider } = people;
  const nobody = createClient(vault.url, null);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const answer = await nobody.call(contract.session.signIn, {
      body: { email: outsider.email, password: 'guessed' },
    });
    expect(answer.code).toBe(401);
  }
  await page.goto('/');
  await enter(page, outsider);
  await expect(problem(page)).toHaveText(
    /^Too many attempts\. Please try again (on \w+ \d+ )?at \d+:\d\d.[AP]M\.$/,
  );
  await expect(signInButton(page)).toBeEnabled();
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

  await filesTab(page).tool('Refresh').click();
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByText('You do not have access')).toHaveCount(0);
  await enter(page, owner);
  await expectPath(page, ['Files', 'Tax']);
  await expectRows(page, ['2026', '2025']);
  await expect(page).toHaveURL(`/vault?folder=${sfid}&size=20&sort=name,desc`);
});

test('AUTH-03 SHELL-01 a URL opened without a session opens after the sign-in; an unknown one opens the root', async ({
  page,
  owner,
  vaultApi,
}) => {
  await vaultApi.createFolders('Letters');
  const { sfid } = await vaultApi.item('Letters');
  await page.goto(`/vault?folder=${sfid}`);
  await enter(page, owner);
  await expectPath(page, ['Files', 'Letters']);
  await page.goto('/no/such/place');
  await expect(page).toHaveURL('/vault');
  await expectPath(page, ['Files']);
});

test('AUTH-03 after a sign-out the next user starts at the root', async ({ page, owner, vaultApi }) => {
  await vaultApi.createFolders('Private');
  await signIn(page, owner);
  await filesTab(page).folder('Private').click();
  await expectPath(page, ['Files', 'Private']);
  await page.getByRole('button', { name: `account of ${owner.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await enter(page, people.colleague);
  await expectPath(page, ['Files']);
  // The colleague's own vault may be empty (USE-48).
  await expect(page).toHaveURL(new RegExp(`/vault(\\?record=${RECORDS.acme})?$`));
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

  // This session stays active.
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
  // Other journeys use the former password.
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

test('SCOPE-02 SHELL-09 SHELL-10 SHELL-11 MSG-01 MSG-02 without the read permission the no-access page replaces the tabs', async ({
  page,
}) => {
  await page.goto('/');
  await enter(page, people.noVault);
  await expect(page.getByText('You do not have access to Document Vault', { exact: true })).toBeVisible();
  await expect(page.getByText('Please contact site admin.', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('grid')).toHaveCount(0);

  await page.getByRole('button', { name: `account of ${people.noVault.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(signInButton(page)).toBeVisible();
});

test('SHELL-08 a loader shows until permissions and record are loaded, never the no-access page', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  const noAccess = await everShown(page, 'You do not have access');
  const session = await slowly(page, '**/api/v1/auth/me');
  const records = await slowly(page, '**/api/v1/records');
  await page.reload();
  const loader = page.getByRole('status').filter({ hasText: 'Loading your vault' });
  await expect(loader).toBeVisible();
  await session.letThrough();
  await records.asked;
  await expect(loader).toBeVisible();
  await expect(filesTabOf(page)).toHaveCount(0);
  await records.letThrough();
  await expect(filesTabOf(page)).toBeVisible();
  expect(await noAccess()).toBe(false);
});

test('SHELL-08 SHELL-09 without the read permission the tabs are never shown', async ({ page }) => {
  await page.goto('/');
  const tabs = await everShown(page, 'Item Name');
  await enter(page, people.noVault);
  await expect(page.getByText('Please contact site admin.')).toBeVisible();
  expect(await tabs()).toBe(false);
  await page.reload();
  await expect(page.getByText('Please contact site admin.')).toBeVisible();
  expect(await tabs()).toBe(false);
});

test('SHELL-12 C55 a user switches between several records, each with its own URL', async ({
  page,
  vault,
}) => {
  const own = await openVaultApi(vault.url, people.colleague);
  const acme = await openVaultApi(vault.url, people.colleague, RECORDS.acme);
  await own.createFolders('My own sampleFiles');
  await acme.createFolders('Acme sampleFiles');
  await openVault(page, own);
  await expect(filesTab(page).row('My own sampleFiles')).toBeVisible();

  const switcher = page.getByRole('combobox', { name: 'Client record' });
  await switcher.click();
  await page.getByRole('option', { name: 'Acme Ltd' }).or(page.getByTitle('Acme Ltd')).last().click();
  await expect(filesTab(page).row('Acme sampleFiles')).toBeVisible();
  await expect(filesTab(page).row('My own sampleFiles')).toHaveCount(0);
  await expect(page).toHaveURL(`/vault?record=${RECORDS.acme}`);
  await page.goBack();
  await expect(filesTab(page).row('My own sampleFiles')).toBeVisible();
});

test('USE-48 a user with an empty vault and one client starts in the client record', async ({
  page,
  vault,
}) => {
  const acme = await openVaultApi(vault.url, people.sharer, RECORDS.acme);
  await signIn(page, people.sharer);
  await expect(page).toHaveURL(`/vault?record=${RECORDS.acme}`);
  await expectRows(page, await acme.names());
  const switcher = page.getByRole('combobox', { name: 'Client record' });
  await switcher.click();
  await page.getByTitle(people.sharer.name).last().click();
  await expect(page).toHaveURL(`/vault?record=${people.sharer.sfid}`);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(`/vault?record=${people.sharer.sfid}`);
});

test('PERM-22 a record without access shows the no-access page with a link to the own vault', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await page.goto(`/vault?record=${RECORDS.birch}`);
  await expect(page.getByText('You do not have access to Document Vault')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open your own vault' }).click();
  await expect(filesTabOf(page)).toBeVisible();
  await expect(page).toHaveURL('/vault');
});
