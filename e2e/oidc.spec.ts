import { contract } from '@vault/contract';
import { RECORDS as TEST_RECORDS } from '../server/src/testing/accounts.ts';
import { createClient } from '../server/src/testing/client.ts';
import {
  OIDC_AUDIENCE,
  OIDC_CLIENT,
  type OidcProvider,
  startOidcProvider,
} from '../server/src/testing/oidc-provider.ts';
import { expectAccessible } from './support/accessible.ts';
import { openVaultApi } from './support/vault-api.ts';
import { expectPath, expectRows, filesTab } from './support/files-tab.ts';
import { FEW_OWNERS, people } from './support/people.ts';
import { startVault } from './support/server.ts';
import { test as base, expect, type Page } from './support/test.ts';

/** A vault with accounts and with an OpenID Connect issuer. */
const test = base.extend<object, { provider: OidcProvider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const provider = await startOidcProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  vault: [
    async ({ provider }, use) => {
      // The vault starts while the issuer does not answer yet.
      const settings = {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: OIDC_CLIENT,
        OIDC_RESOURCE: OIDC_AUDIENCE,
        OIDC_NAME: 'Example ID',
      };
      const vault = await startVault(settings, FEW_OWNERS);
      await provider.serve(vault.url);
      await use(vault);
      await vault.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const EVERYTHING = { vault_permissions: ['read', 'create', 'edit', 'download', 'share', 'noExp'] };
const issuerButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Example ID' });
const tokenIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('vault.token'));

/** Fills in the sign-in page of the issuer. */
async function signInAtIssuer(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('AUTH-01 AUTH-03 a sign-in by issuer returns to the requested folder; a sign-out ends both sessions', async ({
  page,
  vault,
  provider,
}) => {
  const acme = await openVaultApi(vault.url, people.colleague, TEST_RECORDS.acme);
  await acme.createFolders('Portal files/2026');
  const { sfid } = await acme.item('Portal files');
  provider.claims.set('grace', { ...EVERYTHING, name: 'Grace Hopper', vault_records: [TEST_RECORDS.acme] });

  const path = `/vault?record=${TEST_RECORDS.acme}&folder=${sfid}`;
  await page.goto(path);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expectAccessible(page);
  await issuerButton(page).click();
  await signInAtIssuer(page, 'grace');
  await expectPath(page, ['Files', 'Portal files']);
  await expectRows(page, ['2026']);
  await expect(page).toHaveURL(path);
  await page.reload();
  await expectRows(page, ['2026']);

  const token = await tokenIn(page);
  await page.getByRole('button', { name: 'account of Grace Hopper' }).click();
  // The issuer manages the password.
  await expect(page.getByRole('menuitem', { name: 'Change password' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(issuerButton(page)).toBeVisible();
  await expect(page).toHaveURL('/login');
  const answer = await createClient(vault.url, token).call(contract.session.me);
  expect(answer.code).toBe(401);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

  // The session at the issuer has ended too.
  await issuerButton(page).click();
  await expect(page.getByLabel('Name')).toBeVisible();
});

test('AUTH-01 a removal of rights at the issuer takes effect with the next token', async ({
  page,
  provider,
}) => {
  provider.claims.set('joan', { ...EVERYTHING, name: 'Joan Clarke' });
  await page.goto('/');
  await issuerButton(page).click();
  await signInAtIssuer(page, 'joan');
  await expect(filesTab(page).tool('Upload')).toBeVisible();
  provider.claims.set('joan', { name: 'Joan Clarke', vault_permissions: [] });
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/');
  // The session at the issuer is still active, so no sign-in is needed.
  await issuerButton(page).click();
  await expect(page.getByText('Please contact site admin.')).toBeVisible();
});

test('AUTH-03 an access token of the issuer is renewed before its expiry without interruption', async ({
  page,
  provider,
}) => {
  provider.claims.set('mary', { ...EVERYTHING, name: 'Mary Kenneth' });
  await page.clock.install();
  await page.goto('/');
  await issuerButton(page).click();
  await signInAtIssuer(page, 'mary');
  await filesTab(page).tool('Create').click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Half typed');
  const first = await tokenIn(page);
  await page.clock.fastForward('04:01');
  await expect.poll(() => tokenIn(page)).not.toBe(first);
  await expect(name).toHaveValue('Half typed');
  await name.press('Enter');
  await expectRows(page, ['Half typed']);

  // Buttons of removed rights disappear with the next token.
  await expect(filesTab(page).tool('Upload')).toBeVisible();
  provider.claims.set('mary', { name: 'Mary Kenneth', vault_permissions: 'read' });
  await page.clock.fastForward('04:01');
  await expect(filesTab(page).tool('Upload')).toHaveCount(0);
  await expectRows(page, ['Half typed']);
});

test('USE-03 a user of the issuer signs in again in a window; the open dialog continues', async ({
  page,
  vault,
  provider,
}) => {
  provider.claims.set('ada', { ...EVERYTHING, name: 'Ada Byron' });
  await page.goto('/');
  await issuerButton(page).click();
  await signInAtIssuer(page, 'ada');
  await filesTab(page).tool('Create').click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Half typed');
  const formerToken = await tokenIn(page);
  await createClient(vault.url, formerToken).data(contract.session.signOut);
  await page.keyboard.press('Enter');
  const cover = page.getByRole('dialog', { name: 'Please sign in again.' });
  await expect(cover).toBeVisible();
  await expectAccessible(page);

  const opened = page.waitForEvent('popup');
  const continued = page.waitForRequest(`**${contract.session.continueOfficeWindows.path}`);
  await issuerButton(page).click();
  const popup = await opened;
  // The session at the issuer is still active.
  await expect(cover).toHaveCount(0);
  expect((await continued).postDataJSON()).toEqual({ formerToken });
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expectRows(page, ['Half typed']);
});

test('AUTH-02 failures of a sign-in by issuer show a message and a button back', async ({
  page,
  provider,
}) => {
  const error = page.getByRole('alert').filter({ hasText: /./ });
  const back = page.getByRole('button', { name: 'Back to the sign-in page' });

  await page.goto('/');
  await issuerButton(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(error).toHaveText(
    'The sign-in was cancelled, or you are not allowed to use this application.',
  );
  await expect(page.getByText('Code: access_denied')).toBeVisible();
  await expect(back).toBeFocused();
  await expectAccessible(page);
  // The callback address is valid only once.
  await page.reload();
  await expect(error).toHaveText('This sign-in is no longer valid. Please start it again.');
  await back.press('Enter');
  await expect(page).toHaveURL('/login');

  const stranger = '/login/callback?code=stolen&state=foreign';
  await page.goto(stranger);
  await expect(error).toHaveText('This sign-in is no longer valid. Please start it again.');
  await page.goto('/login');
  await issuerButton(page).click();
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.goto(stranger);
  await expect(error).toHaveText(/^The sign-in did not work\./);
  expect(await tokenIn(page)).toBeNull();

  // The vault refuses the session of a user without rights: the user sees a message instead of the sign-in page.
  await page.route('**/api/v1/auth/me', (route) =>
    route.fulfill({ status: 401, json: { code: 401, data: null, errorMessage: 'Please sign in again.' } }),
  );
  provider.claims.set('without-rights', {});
  await page.goto('/login');
  await issuerButton(page).click();
  await signInAtIssuer(page, 'without-rights');
  await expect(error).toHaveText('The vault does not accept this sign-in. Please contact site admin.');

  await page.route(`${provider.issuer}/.well-known/**`, (route) => route.abort());
  await page.goto('/login');
  await issuerButton(page).click();
  await expect(error).toHaveText('The sign-in service cannot be reached. Please try again later.');
  await expect(issuerButton(page)).toBeEnabled();
});

test('AUTH-01 without password accounts the issuer button is the only control and has the focus', async ({
  page,
}) => {
  await page.route('**/api/v1/auth/methods', async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...envelope, data: { ...data, accounts: false } } });
  });
  await page.goto('/');
  await expect(issuerButton(page)).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeVisible();
});
