import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectAccessible,
  expectTexts,
  expectVisible,
  openApp,
  press,
  refusal,
  type Replies,
  startServer,
} from '../../testing/index.ts';

const EMAIL = 'ada@example.test';
const TOKEN = 'A'.repeat(43);
const NEW = 'seven green bottles';
const RESET = { purpose: 'password-reset', account: { name: 'Ada Byron', email: EMAIL } } as const;
const ENDED = refusal(410, 'ONE_TIME_ADDRESS_ENDED', Messages.oneTimeAddressEnded);

const alert = () => page.getByRole('alert');
const heading = (name: string) => page.getByRole('heading', { name });
const start = (replies: Replies = {}, passwordReset = true) =>
  startServer({
    'session.methods': { accounts: true, passwordReset, oidc: null },
    'session.demoAccounts': [],
    ...replies,
  });

test('GUARD-34 a forgotten password: from the sign-in page to the mail, by keyboard', async () => {
  const server = start({ 'oneTime.requestPasswordReset': true });
  await openApp('/login');
  await expect.element(page.getByLabelText('E-mail')).toHaveFocus();
  const forgot = page.getByRole('link', { name: 'Forgot your password?' });
  await press('Tab', 'Tab', 'Tab');
  await expect.element(forgot).toHaveFocus();
  await expect.element(forgot).toHaveStyle({ outlineStyle: 'solid' });
  await press('Enter');
  await expect.element(page.getByLabelText('E-mail')).toHaveFocus();
  await expectAccessible();
  await press('Enter');
  await expectTexts(alert(), ['Please enter your e-mail.']);
  await userEvent.keyboard('ada');
  await press('Enter');
  await expectTexts(alert(), [Messages.mailboxInvalid]);
  await userEvent.keyboard('@example.test ');
  await press('Enter');
  await expectVisible(page.getByText(/^If ada@example.test has an account with a password here/));
  await expect.element(heading('Check your mailbox')).toHaveFocus();
  await expectAccessible();
  expect(server.calls('oneTime.requestPasswordReset').map(({ body }) => body.email)).toEqual([EMAIL]);
  await page.getByRole('link', { name: 'Back to the sign-in page' }).click();
  await expectVisible(page.getByRole('button', { name: 'Sign in' }));
});

test('GUARD-34 without a mail server the sign-in page offers no mail', async () => {
  start({}, false);
  await openApp('/login');
  await expectVisible(page.getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
});

test('GUARD-34 P13 a refused request says why, and the e-mail stays', async () => {
  start({ 'oneTime.requestPasswordReset': refusal(429, 'RATE_LIMITED', Messages.tooManyAttempts) });
  await openApp('/forgot-password');
  await page.getByLabelText('E-mail').fill(EMAIL);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await expectTexts(alert(), [/^Too many attempts/]);
  await expect.element(page.getByLabelText('E-mail')).toHaveValue(EMAIL);
});

test('GUARD-34 the page of the mail sets the password and signs this browser out', async () => {
  const server = start({
    'oneTime.readAddress': RESET,
    'oneTime.setPassword': ({ body }) =>
      body.newPassword === NEW ? true : refusal(400, 'NEW_PASSWORD_COMMON', Messages.passwordCommon),
  });
  await openApp(`/set-password#${TOKEN}`);
  const field = page.getByLabelText('New password', { exact: true });
  await expect.element(field).toHaveFocus();
  await expectVisible(page.getByText(`for the account ${EMAIL}`));
  await expectAccessible();
  await userEvent.keyboard('too short');
  await press('Enter');
  await expectTexts(alert(), [Messages.passwordTooShort]);
  await field.fill('password1234');
  await press('Enter');
  await expectTexts(alert(), [Messages.passwordCommon]);
  await field.fill(NEW);
  await press('Enter');
  await expectVisible(heading('The password is saved'));
  expect(server.calls('oneTime.readAddress').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  expect(server.calls('oneTime.setPassword').at(-1)?.body).toEqual({ token: TOKEN, newPassword: NEW });
  await expectAccessible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expectVisible(page.getByRole('button', { name: 'Sign in' }));
});

test('DESK-02 the page of an invitation names the person and the account', async () => {
  start({ 'oneTime.readAddress': { ...RESET, purpose: 'invitation' }, 'oneTime.setPassword': true });
  await openApp(`/set-password#${TOKEN}`);
  await expectVisible(heading('Welcome'));
  await expectVisible(page.getByText(/^Ada Byron, you can use this vault. .* ada@example.test.$/));
  await page.getByLabelText('Password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expectVisible(page.getByText('Sign in with your e-mail and this password.'));
});

test.each([
  ['at once', { 'oneTime.readAddress': ENDED }],
  ['when it is saved', { 'oneTime.readAddress': RESET, 'oneTime.setPassword': ENDED }],
  [
    'for the first administrator',
    { 'oneTime.readAddress': { purpose: 'first-administrator', account: null } },
  ],
] satisfies [string, Replies][])(
  'GUARD-34 an address that ended %s offers another mail',
  async (_, replies) => {
    start(replies);
    await openApp(`/set-password#${TOKEN}`);
    if ('oneTime.setPassword' in replies) {
      await page.getByLabelText('New password', { exact: true }).fill(NEW);
      await page.getByRole('button', { name: 'Save the password' }).click();
    }
    await expectVisible(heading('This address does not work any more'));
    await expectAccessible();
    await page.getByRole('link', { name: 'Send me another mail' }).click();
    await expectVisible(heading('Forgot your password?'));
  },
);

test('GUARD-34 an address that cannot be checked now is checked again by a button', async () => {
  const server = start({ 'oneTime.readAddress': refusal(500, 'INTERNAL_ERROR', Messages.unexpectedFailure) });
  await openApp(`/set-password#${TOKEN}`);
  await expectVisible(heading('This address could not be checked'));
  await expectTexts(alert(), [Messages.unexpectedFailure]);
  server.reply({ 'oneTime.readAddress': RESET });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectVisible(page.getByText(`for the account ${EMAIL}`));
});
