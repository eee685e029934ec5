import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contract } from '@vault/contract';
import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { people } from './support/people.ts';
import { enter, expect, type Page, test } from './support/test.ts';
import { expectFitsEveryWindow } from './support/windows.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../docs/verify-audit.mjs', import.meta.url));

const openActivity = async (page: Page) => {
  await page.goto('/');
  await enter(page, people.auditor);
  await page.getByRole('button', { name: 'Open the administration' }).click();
};

test('AUDIT-05 AUDIT-07 an auditor finds what was done with a file that is deleted for ever', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Secret plan.txt': 'plan' });
  const { sfid } = await vaultApi.item('Secret plan.txt');
  await vaultApi.bytes('Secret plan.txt');
  await vaultApi.trash('Secret plan.txt');
  await vaultApi.client.data(contract.trash.remove, { query: { ids: sfid } });

  await openActivity(page);
  await expect(page.getByRole('tab')).toHaveText(['Activity', 'Holds']);
  const table = page.getByRole('table', { name: 'Activity' });
  await page.getByRole('textbox', { name: 'Name or path' }).fill('secret plan');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row')).toHaveText([
    /^Time/,
    /Permanent deletion/,
    /Move to the trash/,
    /Download/,
    /Upload/,
  ]);
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: /^Show entry \d+: Download$/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Entry/ });
  await expect(dialog.getByText(sfid)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await picture('entry');
  await dialog.getByRole('button', { name: 'Show only this object' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`object=${sfid}`));
  await expect(table.getByRole('row')).toHaveCount(5);

  await page.getByRole('button', { name: /^Show entry \d+: Download$/ }).press('Enter');
  await dialog.getByRole('button', { name: 'History of this file' }).press('Enter');
  const history = page.getByRole('dialog', { name: 'History of Secret plan.txt' });
  await expect(history.getByRole('row').nth(1)).toContainText('Download');
  await expectAccessibleInBothThemes(page);
  await picture('history');
  await history.getByRole('button', { name: 'Close' }).click();
  await expect(history).toBeHidden();

  await page.goBack();
  await expect(page).not.toHaveURL(/object=/);
});

test('AUDIT-05 a third party verifies the exported JSON Lines without the vault', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Proof.txt': 'proof' });
  await openActivity(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the activity' });
  await dialog.getByRole('radio', { name: /^JSON Lines/ }).check();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = await (await saved).path();
  const { stdout } = await run(process.execPath, [SCRIPT, file]);
  expect(stdout).toMatch(/^\d+ entries match/);
});

test('AUDIT-05 USE-46 the activity fits into every window', async ({ page, vaultApi, picture }) => {
  await vaultApi.put({ 'Clients/Acme/2026/Tax/Return of the year 2025 with all annexes.pdf': 'x' });
  await openActivity(page);
  await expect(page.getByRole('button', { name: /^Show entry/ }).first()).toBeVisible();
  await expectFitsEveryWindow(page, 'activity', picture);
});
