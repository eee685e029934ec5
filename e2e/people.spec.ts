import { people } from './support/people.ts';
import { expectToast } from './support/toasts.ts';
import { enter, expect, test } from './support/test.ts';

test('DESK-02 GUARD-31 an administrator invites a person, who signs in until disabled', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await enter(page, people.administrator);
  await page.getByRole('button', { name: 'Open the administration' }).click();
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Invited Person');
  const email = 'invited.person@example.test';
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await page.getByRole('button', { name: 'Add and invite' }).click();
  const address = await page.getByRole('textbox', { name: 'One-time address' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  const invited = await (await browser.newContext()).newPage();
  const password = 'seven green bottles';
  await invited.goto(address);
  await expect(invited.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await invited.getByLabel('Password', { exact: true }).fill(password);
  await invited.keyboard.press('Enter');
  await expect(invited.getByRole('heading', { name: 'The password is saved' })).toBeVisible();
  await invited.getByRole('link', { name: 'Sign in' }).click();
  await enter(invited, { email, password });
  await expect(invited.getByRole('tab', { name: 'Files' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Name or e-mail' }).fill('invited');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'More actions for Invited Person' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expectToast(page, 'Invited Person is disabled.');
  await invited.reload();
  await expect(invited.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await enter(invited, { email, password });
  await expect(invited.getByText('Incorrect e-mail or password.')).toBeVisible();
  await invited.context().close();
});
