import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { choose } from './support/files-tab.ts';
import { people } from './support/people.ts';
import { enter, expect, type Locator, openVault, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { openTrash, trashInTurn, trashTab } from './support/trash-tab.ts';
import { expectFitsEveryWindow } from './support/windows.ts';

/** The search finds records by id, too. */
async function chooseRecord(form: Locator, recordId: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Record' }).fill(recordId);
  const options = form.page().locator('.ant-select-item-option');
  await expect(options).toHaveCount(1);
  await options.click();
}

test('SAFE-12 an auditor holds a folder: the trash says why it cannot be deleted, until the hold is lifted', async ({
  page,
  browser,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Case/In/mail.txt': 'evidence' });
  const auditor = await (await browser.newContext()).newPage();
  await auditor.goto('/vault?view=administration&section=holds');
  await enter(auditor, people.auditor);
  await auditor.getByRole('button', { name: 'Set a hold' }).click();
  const form = auditor.getByRole('dialog', { name: 'Set a hold' });
  await chooseRecord(form, vaultApi.recordId);
  await form.getByRole('textbox', { name: 'Path of the folder' }).fill('Case');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Smith v. Jones');
  await form.getByRole('button', { name: 'Set', exact: true }).click();
  const row = auditor.getByRole('row', { name: /Smith v\. Jones/ });
  await expect(row).toContainText('Legal hold');

  await openVault(page, vaultApi);
  await choose(page, 'Case', 'Details');
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('Not possible: legal hold');
  await picture('held-details');
  await page.keyboard.press('Escape');

  await trashInTurn(vaultApi, 'Case/In');
  await openTrash(page, vaultApi);
  const deleteIn = async () => {
    await trashTab(page).row('In').click({ button: 'right' });
    await trashTab(page).menu.getByRole('menuitem', { name: 'Delete' }).click();
    await trashTab(page).deletion.getByRole('button', { name: 'Confirm' }).click();
  };
  await deleteIn();
  await expectToast(page, '"In", or something in it, is on legal hold. It cannot be deleted permanently.');
  await picture('held-trash');

  await row.getByRole('button', { name: 'Lift the hold: Smith v. Jones' }).click();
  await auditor.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(row).toHaveCount(0);
  await page.reload();
  await deleteIn();
  await expectToast(page, 'Deleted successfully.');
  await auditor.context().close();
});

test('SAFE-12 the page of holds fits into every window', async ({ page, vaultApi, picture }) => {
  const path = 'Clients/Acme/2026/Correspondence with the tax office about the annual return';
  await vaultApi.put({ [`${path}/a.txt`]: 'x' });
  await page.goto('/vault?view=administration&section=holds');
  await enter(page, people.auditor);
  for (const [rule, reason] of [
    [/Legal hold/, 'Smith v. Jones, district court, file 2026-CV-01234'],
    [/Retention/, 'Commercial and tax law'],
  ] as const) {
    await page.getByRole('button', { name: 'Set a hold' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Set a hold' });
    await chooseRecord(form, vaultApi.recordId);
    await form.getByRole('textbox', { name: 'Path of the folder' }).fill(path);
    await form.getByRole('radio', { name: rule }).check();
    await form.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await expectAccessibleInBothThemes(page);
    if (rule.test('Retention')) await picture('hold-form');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: new RegExp(reason) })).toBeVisible();
  }
  await expectAccessibleInBothThemes(page);
  await expectFitsEveryWindow(page, 'holds', picture);
});
