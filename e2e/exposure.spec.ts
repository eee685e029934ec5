import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { linkPage, makeLink } from './support/link-page.ts';
import { people } from './support/people.ts';
import { enter, expect, type Page, test } from './support/test.ts';
import { expectFitsEveryWindow } from './support/windows.ts';

const openExposure = async (page: Page, id: string) => {
  await page.goto(`/vault?view=administration&section=exposure&object=${id}`);
  await enter(page, people.administrator);
  await expect(page.getByRole('table', { name: 'Who opened or downloaded it' })).toBeVisible();
};

test('AUDIT-09 AUDIT-10 a recall ends the links and lists who has received the file', async ({
  page,
  browser,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Payroll/a.txt': 'salaries' });
  const address = await makeLink(vaultApi, { paths: ['Payroll'], allowDownload: true });
  const stranger = await browser.newPage();
  await stranger.goto(address);
  const { download } = linkPage(stranger);
  await Promise.all([stranger.waitForEvent('download'), download('a.txt').click()]);

  await openExposure(page, (await vaultApi.item('Payroll/a.txt')).sfid);
  await expect(page.getByRole('heading', { name: 'a.txt' })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Links that reached it' }).getByRole('row').nth(1),
  ).toContainText('Folder Payroll around it');
  await expect(
    page.getByRole('table', { name: 'Who opened or downloaded it' }).getByRole('row', { name: /Download/ }),
  ).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await picture('exposure');

  await page.getByRole('button', { name: 'Recall' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Recall' });
  await expect(question).toContainText('1 link that reaches it ends for everybody.');
  await expect(question).toContainText('1 open visit ends, and downloads that run in it are cut.');
  await picture('recall');
  await question.getByRole('button', { name: 'Confirm' }).click();
  const receivers = page.getByRole('dialog', { name: 'Who has received it' });
  await expect(receivers.getByRole('cell', { name: /^Visitor/ })).toHaveCount(1);
  await expect(receivers.getByRole('textbox')).toHaveValue(/‘a\.txt’ from Portal Vault/);
  await expectAccessibleInBothThemes(page);
  await picture('receivers');
  await receivers.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No link reached it.')).toBeVisible();

  await stranger.reload();
  await expect(stranger.getByText('This link is no longer available.')).toBeVisible();
  await stranger.close();
});

test('AUDIT-09 USE-46 an auditor comes from the activity; the screen fits into every window', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Clients/Acme/2026/Tax/Return of the year 2025 with all annexes.pdf': 'x' });
  await makeLink(vaultApi, { paths: ['Clients'], allowDownload: true });
  const { sfid } = await vaultApi.item('Clients/Acme/2026/Tax/Return of the year 2025 with all annexes.pdf');
  await page.goto(`/vault?view=administration&section=activity&object=${sfid}`);
  await enter(page, people.auditor);
  await page
    .getByRole('button', { name: /^Show entry/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Who could open this?' }).click();
  await expect(page.getByRole('table', { name: 'Links that reached it' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Recall' })).toHaveCount(0);
  await expectFitsEveryWindow(page, 'exposure', picture);
  await page.getByRole('button', { name: 'Who has received it' }).click();
  await expect(page.getByText('Nobody has viewed or downloaded it.')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/section=activity/);
});
