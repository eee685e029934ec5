import { type OpenSession, Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
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

const section = () => page.getByRole('region', { name: 'Where you are signed in' });

async function openAccount(): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expectVisible(page.getByRole('heading', { name: 'Your account' }));
}

test('GUARD-32 the user menu opens the account page; Back and the tabs lead to the files', async () => {
  await openVault({ items: ['a.txt'], replies: { 'account.sessions': [CURRENT] } });
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
    replies: { 'account.sessions': refusal(500, 'INTERNAL_ERROR', Messages.unexpectedFailure) },
  });
  await expectVisible(section().getByRole('alert'));
  server.reply({ 'account.sessions': [CURRENT] });
  await section().getByRole('button', { name: 'Try again' }).click();
  await expectVisible(section().getByText('Chrome on Linux'));
});
