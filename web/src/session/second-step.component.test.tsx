import { Messages, type SecondStep } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  createRecord,
  expectAccessible,
  expectCount,
  expectVisible,
  openApp,
  readingReplies,
  refusal,
  type Replies,
  sessionOf,
  startServer,
} from '../testing/index.ts';

const STEP: SecondStep = {
  challenge: 'of-the-sign-in',
  expiresAt: '2026-11-23T09:05:00.000Z',
  setUp: false,
  code: true,
  recovery: true,
  passkey: null,
  canAddPasskey: false,
};
const LOGIN = { ...sessionOf({}), accessToken: 'token-of-ada' };
const CODES = Array.from({ length: 10 }, (_, n) => `k3mf-9tq2-x7va-hd4${n}`);

/** Sends a right password, after which the second step is shown. */
async function enterPassword(step: Partial<SecondStep>, replies: Replies) {
  const server = startServer({
    ...readingReplies(createRecord(['a.txt']), {}),
    'session.methods': { accounts: true, passwordReset: false, oidc: null },
    'session.demoAccounts': [],
    'session.signIn': { secondFactor: { ...STEP, ...step } },
    ...replies,
  });
  await openApp('/login');
  await page.getByLabelText('E-mail').fill('ada@example.test');
  await page.getByLabelText('Password').fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Sign in' }).click();
  return server;
}

const signInButton = () => page.getByRole('button', { name: 'Sign in' });
const vaultTab = () => page.getByRole('tab', { name: 'Files' });

test('GUARD-33 the code of the app opens the vault; a wrong one says why', async () => {
  const server = await enterPassword(
    {},
    {
      'secondFactor.checkCode': ({ body }) =>
        body.code === '123456' ? LOGIN : refusal(403, 'SECOND_FACTOR_WRONG', Messages.secondFactorWrong),
    },
  );
  await expectVisible(page.getByRole('heading', { name: 'Second step' }));
  await expectAccessible();
  await signInButton().click();
  await expectVisible(page.getByText('Please enter the code.'));
  await page.getByLabelText('Code').fill('000000');
  await signInButton().click();
  await expectVisible(page.getByText(Messages.secondFactorWrong));
  await page.getByLabelText('Code').fill('123456');
  await signInButton().click();
  await expectVisible(vaultTab());
  expect(server.calls('secondFactor.checkCode').map(({ body }) => body.challenge)).toEqual([
    STEP.challenge,
    STEP.challenge,
  ]);
});

test('GUARD-33 a recovery code opens the vault; a person can start again', async () => {
  const server = await enterPassword(
    {},
    { 'secondFactor.checkCode': refusal(401, 'SECOND_FACTOR_EXPIRED', Messages.secondFactorExpired) },
  );
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabelText('Recovery code').fill(CODES[0] ?? '');
  await signInButton().click();
  await expectVisible(page.getByText(Messages.secondFactorExpired));
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByLabelText('Password').fill('correct horse battery staple');
  await signInButton().click();
  server.reply({ 'secondFactor.checkCode': LOGIN });
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabelText('Recovery code').fill(CODES[0] ?? '');
  await signInButton().click();
  await expectVisible(vaultTab());
});

test('GUARD-33 a required second factor is set up before the vault opens', async () => {
  await enterPassword(
    { setUp: true, code: false, recovery: false },
    {
      'secondFactor.startApp': {
        secret: 'GS7INYQIW6IJOOX3',
        uri: 'otpauth://totp/V:a?secret=GS7INYQIW6IJOOX3',
      },
      'secondFactor.confirmApp': { recoveryCodes: CODES, login: LOGIN },
    },
  );
  await expectVisible(page.getByRole('heading', { name: 'Set up a second factor' }));
  await expectCount(page.getByRole('button', { name: 'Set up a passkey' }), 0);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByLabelText('Six-digit code of the app').fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectCount(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'), 10);
  await expectCount(vaultTab(), 0);
  await expectAccessible();
  await page.getByRole('button', { name: 'I have stored the codes' }).click();
  await expectVisible(vaultTab());
});
