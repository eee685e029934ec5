import { type TestSmtp, startSmtp } from '../server/src/testing/smtp.ts';
import { expectAccessible } from './support/accessible.ts';
import { FEW_OWNERS } from './support/people.ts';
import { startVault } from './support/server.ts';
import { enter, expect, signIn, test as base } from './support/test.ts';

const PUBLIC_URL = 'http://vault.example.test';

/** A vault with a mail server. */
const test = base.extend<object, { smtp: TestSmtp }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const smtp = await startSmtp();
      await use(smtp);
      await smtp.close();
    },
    { scope: 'worker' },
  ],
  vault: [
    async ({ smtp }, use) => {
      const settings = { SMTP_URL: smtp.url, MAIL_FROM: 'vault@example.test', PUBLIC_URL };
      const vault = await startVault(settings, FEW_OWNERS);
      await use(vault);
      await vault.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('GUARD-34 a forgotten password: mail, new password, sign-in; another open session ends', async ({
  page,
  browser,
  smtp,
  owner,
  picture,
}) => {
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, owner);

  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await picture('sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectAccessible(page);
  await picture('forgot');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText(owner.email);
  await picture('sent');

  await expect.poll(() => smtp.mails.map(({ recipients }) => recipients)).toEqual([[owner.email]]);
  const { text = '' } = smtp.mails[0] ?? {};
  const [address = ''] = /http:\/\/vault\.example\.test\/set-password#\S+/.exec(text) ?? [];
  const { pathname, hash } = new URL(address);
  await page.goto(pathname + hash);
  await expectAccessible(page);
  await picture('choose');
  const password = 'quiet river under stones';
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The password is saved' })).toBeVisible();
  await picture('saved');
  await expect
    .poll(() => smtp.mails.map(({ subject }) => subject))
    .toContain('Your password was changed - Portal Vault');

  await elsewhere.reload();
  await expect(elsewhere.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enter(page, { ...owner, password });
  await expect(page.getByRole('tab', { name: 'Files' })).toBeVisible();

  await page.goto(pathname + hash);
  await expect(page.getByRole('heading', { name: 'This address does not work any more' })).toBeVisible();
  await picture('ended');
});
