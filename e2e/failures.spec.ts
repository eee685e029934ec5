import { Messages } from '@vault/contract';
import { expectRows, filesTab } from './support/files-tab.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const REFUSED = 'You are not allowed to do this.';

/** Failures of a call, and the text that the user sees. */
const FAILURES: [name: string, fail: (page: Page, calls: RegExp) => Promise<unknown>, text: string][] = [
  [
    'no connection',
    (page, calls) => page.route(calls, (route) => route.abort('connectionrefused')),
    Messages.noConnection,
  ],
  [
    'a time-out',
    (page, calls) => page.route(calls, (route) => route.fulfill({ status: 504, body: '<h1>Late</h1>' })),
    Messages.timedOut,
  ],
  ['a refusal', (page, calls) => page.route(calls, (route) => route.fulfill(reply(403, REFUSED))), REFUSED],
  [
    'a failure',
    (page, calls) => page.route(calls, (route) => route.fulfill(reply(500, Messages.unexpectedFailure))),
    Messages.unexpectedFailure,
  ],
  [
    'a busy vault',
    (page, calls) => page.route(calls, (route) => route.fulfill(reply(503, Messages.vaultUnavailable))),
    Messages.vaultUnavailable,
  ],
];

const reply = (status: number, errorMessage: string | null) => ({
  status,
  json: { code: status, data: null, errorMessage },
});

for (const [name, fail, text] of FAILURES) {
  test(`USE-11 a dialog shows only the message for ${name}`, async ({ page, vaultApi }) => {
    await openVault(page, vaultApi);
    await filesTab(page).tool('Create').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Tax');
    await fail(page, /\/folder/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    for (const [, , other] of FAILURES) {
      if (other !== text) await expect(page.getByRole('alert').filter({ hasText: other })).toHaveCount(0);
    }
    await expect(dialog.getByLabel('Name')).toHaveValue('Tax');
    await page.unrouteAll();
    await page.keyboard.press('Enter');
    await expectRows(page, ['Tax']);
  });
}

test('USE-11 a device without a network shows that it is offline', async ({ page, vaultApi, context }) => {
  await openVault(page, vaultApi);
  await filesTab(page).tool('Create').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Tax');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: Messages.offline })).toBeVisible();
  await context.setOffline(false);
});

test('USE-11 a list or a vault that fails with 500 does not mention the connection', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  const list = /\/files-v2\//;
  await page.addInitScript(
    (token) => sessionStorage.setItem('vault.token', token),
    vaultApi.client.token ?? '',
  );
  await page.route(list, (route) => route.fulfill(reply(500, null)));
  await page.goto('/vault');
  await expect(page.getByText('The list could not be loaded')).toBeVisible();
  const { panel } = { panel: page.getByRole('tabpanel') };
  await expect(panel).toContainText(Messages.unexpectedFailure);
  await expect(panel).not.toContainText('connection');
  await picture('list failed');
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectRows(page, ['a.txt']);

  await page.route('**/auth/me', (route) => route.fulfill(reply(500, null)));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The vault could not be loaded' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(Messages.unexpectedFailure);
  await expect(page.getByRole('main')).not.toContainText('connection');
  await picture('vault failed');
  await page.unroute('**/auth/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectRows(page, ['a.txt']);
});
