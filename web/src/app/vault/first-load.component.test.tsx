import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectRows, expectVisible, openApp, openVault, startServer } from '../../testing/index.ts';

test('SPEED-12 the person and the records are asked for once, before the page is rendered', async () => {
  const { server } = await openVault({ items: ['a.txt'] });
  await expectRows(['a.txt']);
  expect(server.calls('session.me')).toHaveLength(1);
  expect(server.calls('session.records')).toHaveLength(1);
});

test('the sign-in page asks for neither', async () => {
  const server = startServer({
    'session.demoAccounts': [],
    'session.methods': { accounts: true, passwordReset: false, oidc: null },
  });
  await openApp('/login');
  await expectVisible(page.getByLabelText('E-mail'));
  expect(server.calls('session.me')).toEqual([]);
  expect(server.calls('session.records')).toEqual([]);
});
