import { expectAccessible } from './support/accessible.ts';
import { filesTab } from './support/files-tab.ts';
import { startNewVault } from './support/server.ts';
import { enter, expect, test as base } from './support/test.ts';

/** A vault on its first start, without demo, accounts and issuer. */
const test = base.extend({
  vault: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const vault = await startNewVault();
      await use(vault);
      await vault.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('GUARD-03 the first start: every page waits, the printed address makes the administrator', async ({
  page,
  browser,
  vault,
  picture,
}) => {
  const [, address = ''] = /^ {2}(http\S+\/setup#\S+)$/m.exec(vault.log()) ?? [];
  const token = new URL(address).hash.slice(1);
  // Printed once; no log line has it.
  expect(vault.log().split(token)).toHaveLength(2);

  const visitor = await browser.newPage({ colorScheme: 'dark' });
  await visitor.goto(`${vault.url}/s/abc`);
  await expect(visitor.getByRole('heading')).toHaveText('This vault is being set up.');
  await visitor.goto(vault.url);
  await expect(visitor.getByRole('heading')).toHaveText('This vault is being set up.');
  expect(await visitor.content()).not.toContain('/setup');
  await expectAccessible(visitor);

  await page.goto(address);
  await expect(page.getByRole('heading')).toHaveText('Set up this vault');
  await expectAccessible(page);
  await picture('setup');
  await page.setViewportSize({ width: 1050, height: 480 });
  await page.getByRole('button', { name: 'Set up the vault' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Set up the vault' })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  const zoe = { email: 'zoe@example.test', password: 'seven green bottles' };
  await page.getByLabel('Your name').fill('Zoe Meier');
  await page.getByLabel('Your e-mail').fill(zoe.email);
  await page.getByLabel('Password', { exact: true }).fill(zoe.password);
  await page.getByLabel('First client record').fill('Acme Ltd');
  await picture('filled');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading')).toHaveText('The vault is ready');
  await picture('ready');

  await page.getByRole('link', { name: 'Sign in' }).click();
  await enter(page, zoe);
  await expect(filesTab(page).toolbar.getByRole('button', { name: 'Upload' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'account of Zoe Meier' })).toBeVisible();

  await visitor.getByRole('link', { name: 'Try again' }).click();
  await expect(visitor.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading')).toHaveText('This address does not work any more');
});
