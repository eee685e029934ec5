import { contract, Messages } from '@vault/contract';
import { OfficeService } from '../server/src/testing/office-service.ts';
import { openVaultApi } from './support/vault-api.ts';
import { choose, expectRows, openMenu } from './support/files-tab.ts';
import { linkPage, makeLink } from './support/link-page.ts';
import { FEW_OWNERS } from './support/people.ts';
import { startVault } from './support/server.ts';
import { enter, expect, openVault, type Page, test as base } from './support/test.ts';

/** A vault with an office service, whose program is a text box with a button to save. */
const test = base.extend<object, { service: OfficeService }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const service = await OfficeService.start();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  vault: [
    async ({ service }, use) => {
      const vault = await startVault({ WOPI_CLIENT_URL: service.url }, FEW_OWNERS);
      await use(vault);
      await vault.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** The office program in the window of an opened file. */
const programIn = (window: Page) => window.frameLocator('iframe[name="office_frame"]');

test.describe('with live events', () => {
  test.use({ liveEvents: true });

  test('PREVIEW-07 PREVIEW-20 PREVIEW-21 a document is edited in a separate window; the list shows the new version', async ({
    page,
    vaultApi,
    owner,
  }) => {
    await vaultApi.put({ 'plan.docx': 'the plan', 'old.doc': 'old' });
    await openVault(page, vaultApi);
    await expectRows(page, ['old.doc', 'plan.docx']);
    const [window] = await Promise.all([page.waitForEvent('popup'), choose(page, 'plan.docx', 'Edit')]);
    await expect(window).toHaveTitle('plan.docx');
    const program = programIn(window);
    await expect(program.getByRole('heading', { name: 'plan.docx' })).toBeVisible();
    await program.getByLabel('Text').fill('a better plan');
    await program.getByRole('button', { name: 'Save' }).click();
    await expect(program.getByText('Saved with 200, 200, 200')).toBeVisible();
    expect(String(await vaultApi.bytes('plan.docx'))).toBe('a better plan');

    // A reload of the window in the same browser shows the saved text.
    await window.reload();
    await expect(programIn(window).getByLabel('Text')).toHaveValue('a better plan');
    await programIn(window).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => window.isClosed()).toBe(true);

    const row = page.getByRole('row').filter({ hasText: 'plan.docx' });
    await expect(row).toContainText('13.0 bytes');
    await expect(row).toContainText(owner.name);

    // A file that can only be viewed has no Edit command.
    await expect((await openMenu(page, 'old.doc')).getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
  });
});

test('PREVIEW-07 Preview of an Office file opens the office service in a read-only window', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'plan.docx': 'the plan' });
  await openVault(page, vaultApi);
  const [window] = await Promise.all([page.waitForEvent('popup'), choose(page, 'plan.docx', 'Preview')]);
  await programIn(window).getByRole('button', { name: 'Save' }).click();
  await expect(programIn(window).getByText('Saved with 404, 404, 404')).toBeVisible();
  expect(String(await vaultApi.bytes('plan.docx'))).toBe('the plan');
});

test('RECIP-05 a visitor of a link with editing edits a document in a separate window', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'plan.docx': 'the plan' });
  const { externalId } = await vaultApi.item('plan.docx');
  const address = await makeLink(vaultApi, { externalIds: [externalId ?? ''], edit: true });
  await page.goto(address);
  await linkPage(page).open('plan.docx').click();
  const edit = page.getByRole('button', { name: 'Edit plan.docx' });
  const [window] = await Promise.all([page.waitForEvent('popup'), edit.click()]);
  await programIn(window).getByLabel('Text').fill('by a visitor');
  await programIn(window).getByRole('button', { name: 'Save' }).click();
  await expect(programIn(window).getByText('Saved with 200, 200, 200')).toBeVisible();
  expect(String(await vaultApi.bytes('plan.docx'))).toBe('by a visitor');
});

test('USE-03 after the next sign-in an open document is saved without a reload of its window', async ({
  page,
  vaultApi,
  owner,
  vault,
}) => {
  await vaultApi.put({ 'plan.docx': 'the plan' });
  await openVault(page, vaultApi);
  const edit = async () => {
    const [window] = await Promise.all([page.waitForEvent('popup'), choose(page, 'plan.docx', 'Edit')]);
    return window;
  };
  const loadedAgain = await edit();
  await expect(programIn(loadedAgain).getByLabel('Text')).toHaveValue('the plan');
  const window = await edit();
  await programIn(window).getByLabel('Text').fill('a better plan');
  await vaultApi.client.data(contract.session.signOut);

  // The office program is refused; a reloaded window shows why.
  await programIn(window).getByRole('button', { name: 'Save' }).click();
  await expect(programIn(window).getByText('Saved with 401, 401, 401')).toBeVisible();
  await loadedAgain.reload();
  await expect(loadedAgain.getByRole('heading')).toHaveText('Your session has ended');

  // The empty window is closed, so it does not hide the sign-in form.
  const empty = await edit();
  await expect.poll(() => empty.isClosed()).toBe(true);
  const cover = page.getByRole('dialog', { name: Messages.signInAgain });
  await expect(cover).toBeVisible();
  const [reply] = await Promise.all([
    page.waitForResponse(`**${contract.session.continueOfficeWindows.path}`),
    enter(cover, owner),
  ]);
  expect(await reply.json()).toMatchObject({ data: { windows: 2 } });
  await expect(cover).toHaveCount(0);
  await programIn(window).getByRole('button', { name: 'Save' }).click();
  await expect(programIn(window).getByText('Saved with 200, 200, 200')).toBeVisible();
  const after = await openVaultApi(vault.url, owner);
  expect(String(await after.bytes('plan.docx'))).toBe('a better plan');
  await loadedAgain.reload();
  await expect(programIn(loadedAgain).getByLabel('Text')).toHaveValue('a better plan');
});
