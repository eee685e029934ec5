import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectCount,
  expectRows,
  expectVisible,
  filesTab,
  openVault,
  press,
  refusal,
  toast,
} from '../testing/index.ts';

const REFUSED = 'You are not allowed to do this.';

/** Failures of a call, and the text that the user sees. */
const FAILURES = [
  ['no connection', () => Response.error(), Messages.noConnection],
  ['a time-out', () => new Response('<h1>Late</h1>', { status: 504 }), Messages.timedOut],
  ['a refusal', () => refusal(403, 'NO_ACCESS', REFUSED), REFUSED],
  ['a failure', () => refusal(500, 'INTERNAL_ERROR', Messages.unexpectedFailure), Messages.unexpectedFailure],
  ['a busy vault', () => refusal(503, undefined, Messages.vaultUnavailable), Messages.vaultUnavailable],
] as const;

for (const [name, fail, text] of FAILURES) {
  test(`USE-11 a dialog shows only the message for ${name}`, async () => {
    const { server, record } = await openVault();
    await filesTab().tool('Create').click();
    const field = page.getByRole('dialog').getByLabelText('Name');
    await field.fill('Tax');
    server.reply({ 'organise.createFolder': fail });
    await press('Enter');
    await expectVisible(toast(text));
    for (const [, , other] of FAILURES) if (other !== text) await expectCount(toast(other), 0);
    await expect.element(field).toHaveValue('Tax');
    server.reply({ 'organise.createFolder': () => record.add('Tax/') });
    await press('Enter');
    await expectRows(['Tax']);
  });
}

test('USE-11 a list that fails with 500 does not mention the connection', async () => {
  const { server } = await openVault({ replies: { 'files.list': refusal(500, 'INTERNAL_ERROR') } });
  await expectVisible(page.getByText('The list could not be loaded'));
  const panel = page.getByRole('tabpanel');
  await expect.element(panel).toMatchTextContent(new RegExp(Messages.unexpectedFailure));
  await expect.element(panel).not.toMatchTextContent(/connection/);
  server.reply({ 'files.list': { content: [], totalElements: 0, numberOfElements: 0 } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectVisible(page.getByText('No Data'));
});

test('USE-11 a vault that fails with 500 does not mention the connection', async () => {
  await openVault({ replies: { 'session.me': refusal(500, 'INTERNAL_ERROR') } });
  await expectVisible(page.getByRole('heading', { name: 'The vault could not be loaded' }));
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent(new RegExp(Messages.unexpectedFailure));
  await expect.element(main).not.toMatchTextContent(/connection/);
});
