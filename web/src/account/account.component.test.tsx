import { type OpenSession, Messages, type SecondFactorState } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  blockClipboard,
  expectAccessible,
  expectCount,
  expectGone,
  expectVisible,
  filesTab,
  openVault,
  refusal,
  toast,
} from '../testing/index.ts';

const sessionAt = (n: number, more: Partial<OpenSession> = {}): OpenSession => ({
  sessionId: `00000000-0000-4000-8000-00000000000${n}`,
  browser: 'Firefox',
  system: 'Windows',
  address: `203.0.113.${n}`,
  signedInAt: '2026-11-23T09:00:00.000Z',
  lastUsedAt: '2026-11-23T09:30:00.000Z',
  endsAt: '2026-11-23T17:00:00.000Z',
  isCurrent: false,
  ...more,
});
const CURRENT = sessionAt(1, { browser: 'Chrome', system: 'Linux', isCurrent: true });

const NO_FACTORS: SecondFactorState = {
  isManagedElsewhere: false,
  isRequired: false,
  canAddPasskey: true,
  app: null,
  passkeys: [],
  recoveryCodesLeft: 0,
};
const FACTORS = { 'secondFactor.state': NO_FACTORS } as const;

const section = () => page.getByRole('region', { name: 'Where you are signed in' });

async function openAccount(): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expectVisible(page.getByRole('heading', { name: 'Your account' }));
}

test('GUARD-32 the user menu opens the account page; Back and the tabs lead to the files', async () => {
  await openVault({ items: ['a.txt'], replies: { 'account.sessions': [CURRENT], ...FACTORS } });
  await openAccount();
  await expectVisible(section().getByText('Chrome on Linux'));
  await expectVisible(section().getByText('This one'));
  await expectCount(section().getByRole('button'), 0);
  await expectVisible(page.getByRole('definition').getByText('ada@example.test'));
  expect(location.search).toBe('?view=account');
  await expectAccessible();

  history.back();
  await expectVisible(filesTab().grid);
  await openAccount();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expectVisible(filesTab().grid);
});

test('GUARD-32 a person ends another session, which leaves the list', async () => {
  let open = [CURRENT, sessionAt(2), sessionAt(3, { browser: null, system: null, address: '' })];
  const { server } = await openVault({
    at: '?view=account',
    replies: {
      ...FACTORS,
      'account.sessions': () => open,
      'account.endSession': ({ params }) => {
        open = open.filter(({ sessionId }) => sessionId !== params.sessionId);
        return true;
      },
    },
  });
  await expectVisible(section().getByText('Unknown program'));
  await section().getByRole('button', { name: 'End the session of Firefox on Windows, 203.0.113.2' }).click();
  await expectVisible(toast('The session has ended.'));
  await expectGone(section().getByText('Firefox on Windows'));
  expect(server.calls('account.endSession')).toHaveLength(1);
});

test('GUARD-32 all other sessions end after a confirmation', async () => {
  let open = [CURRENT, sessionAt(2), sessionAt(3)];
  const { server } = await openVault({
    at: '?view=account',
    replies: {
      ...FACTORS,
      'account.sessions': () => open,
      'account.endOtherSessions': () => {
        open = [CURRENT];
        return { sessions: 2 };
      },
    },
  });
  await section().getByRole('button', { name: 'End all other sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'End all other sessions' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(server.calls('account.endOtherSessions')).toHaveLength(0);
  await section().getByRole('button', { name: 'End all other sessions' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(toast('2 sessions have ended.'));
  await expectCount(section().getByRole('listitem'), 1);
});

test('GUARD-32 the list says why it could not be loaded, and loads again', async () => {
  const { server } = await openVault({
    at: '?view=account',
    abilities: { read: false },
    replies: { ...FACTORS, 'account.sessions': refusal(500, 'INTERNAL_ERROR', Messages.unexpectedFailure) },
  });
  await expectVisible(section().getByRole('alert'));
  server.reply({ 'account.sessions': [CURRENT], ...FACTORS });
  await section().getByRole('button', { name: 'Try again' }).click();
  await expectVisible(section().getByText('Chrome on Linux'));
});

const factors = () => page.getByRole('region', { name: 'Second factor' });
const dialog = (name: string) => page.getByRole('dialog', { name });
const CODES = Array.from({ length: 10 }, (_, n) => `k3mf-9tq2-x7va-hd4${n}`);
const ADDED = '2026-11-23T09:00:00.000Z';

test('GUARD-33 a person sets up an authenticator app with the password, and sees ten codes', async () => {
  let state = NO_FACTORS;
  const { server } = await openVault({
    at: '?view=account',
    replies: {
      'account.sessions': [CURRENT],
      'secondFactor.state': () => state,
      'secondFactor.beginChange': ({ body }) =>
        body.currentPassword === 'right'
          ? { challenge: 'of-the-change', expiresAt: ADDED }
          : refusal(403, 'CURRENT_PASSWORD_WRONG', Messages.wrongCurrentPassword),
      'secondFactor.startApp': {
        secret: 'GS7INYQIW6IJOOX3',
        uri: 'otpauth://totp/V:a?secret=GS7INYQIW6IJOOX3',
      },
      'secondFactor.confirmApp': ({ body }) => {
        if (body.code !== '123456') return refusal(403, 'SECOND_FACTOR_WRONG', Messages.secondFactorWrong);
        state = { ...NO_FACTORS, app: { addedAt: ADDED }, recoveryCodesLeft: 10 };
        return { recoveryCodes: CODES, login: null };
      },
    },
  });
  await factors().getByRole('button', { name: 'Set up an authenticator app' }).click();
  const setUp = dialog('Set up an authenticator app');
  const password = setUp.getByLabelText('Your password');
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expectVisible(setUp.getByText('Please enter your password.'));
  await password.fill('wrong');
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expectVisible(setUp.getByText(Messages.wrongCurrentPassword));
  await password.fill('right');
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expectVisible(setUp.getByText('GS7I NYQI W6IJ OOX3'));
  await expectAccessible();
  await setUp.getByLabelText('Six-digit code of the app').fill('000000');
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  await expectVisible(setUp.getByText(Messages.secondFactorWrong));
  await setUp.getByLabelText('Six-digit code of the app').fill('123456');
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  await expectCount(setUp.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'), 10);
  await expectVisible(setUp.getByRole('heading', { name: 'Recovery codes' }));
  const copy = setUp.getByRole('button', { name: 'Copy codes' });
  await expect.element(copy).toHaveFocus();
  await expectAccessible();
  blockClipboard();
  await copy.click();
  await expectVisible(setUp.getByText('The browser did not let the codes be copied. Write them down.'));
  await setUp.getByRole('button', { name: 'I have stored the codes' }).click();
  await expectGone(setUp);
  await expectVisible(factors().getByText('10 codes left'));
  expect(server.calls('secondFactor.startApp')).toHaveLength(1);
});

test('GUARD-33 a person removes a passkey with the password', async () => {
  const passkey = { passkeyId: CURRENT.sessionId, name: 'My phone', addedAt: ADDED, lastUsedAt: null };
  let state: SecondFactorState = { ...NO_FACTORS, passkeys: [passkey], recoveryCodesLeft: 1 };
  const { server } = await openVault({
    at: '?view=account',
    replies: {
      'account.sessions': [CURRENT],
      'secondFactor.state': () => state,
      'secondFactor.beginChange': { challenge: 'of-the-change', expiresAt: ADDED },
      'secondFactor.remove': () => {
        state = NO_FACTORS;
        return true;
      },
    },
  });
  await expectVisible(factors().getByText('1 code left'));
  await factors().getByRole('button', { name: 'Remove: Passkey My phone' }).click();
  const remove = dialog('Remove: Passkey My phone');
  await remove.getByLabelText('Your password').fill('right');
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expectVisible(toast(Messages.updated));
  await expectGone(factors().getByText('Passkey My phone'));
  expect(server.calls('secondFactor.remove')).toMatchObject([
    { body: { challenge: 'of-the-change', passkeyId: CURRENT.sessionId } },
  ]);
});

test('GUARD-33 the page says where second factors are managed, and where passkeys do not work', async () => {
  const { server } = await openVault({
    at: '?view=account',
    replies: {
      'account.sessions': [],
      'secondFactor.state': { ...NO_FACTORS, isManagedElsewhere: true },
    },
  });
  await expectVisible(factors().getByText(/It decides about your second factor/));
  await expectCount(factors().getByRole('button'), 0);
  await page.getByRole('button', { name: 'Back to the files' }).click();
  server.reply({ 'secondFactor.state': { ...NO_FACTORS, canAddPasskey: false } });
  await openAccount();
  await expectVisible(factors().getByText(/Passkeys do not work/));
  await expectCount(factors().getByRole('button'), 1);
});
