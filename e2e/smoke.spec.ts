import { expectAccessible } from './support/accessible.ts';
import { people } from './support/people.ts';
import { expect, signIn, test } from './support/test.ts';

test('AUTH-01 a person signs in, comes to the vault, and leaves it again', async ({
  page,
  owner,
  picture,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Document Vault' })).toBeVisible();
  await expectAccessible(page);
  await picture('sign-in');

  await signIn(page, owner);
  await picture('vault');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('button', { name: `account of ${owner.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('AUTH-02 wrong credentials are refused in the same words for known and unknown people', async ({
  page,
  owner,
}) => {
  await page.goto('/');
  for (const email of [owner.email, 'nobody@example.test']) {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Incorrect e-mail or password.');
    await page.getByLabel('Password').fill('');
  }
});

test('SHELL-09 SHELL-10 without read permission the no-access page shows instead of the tabs', async ({
  page,
  picture,
}) => {
  await page.goto('/');
  await page.getByLabel('E-mail').fill(people.noVault.email);
  await page.getByLabel('Password').fill(people.noVault.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('You do not have access to Document Vault')).toBeVisible();
  await expect(page.getByText('Please contact site admin.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await picture('no-access');
});
