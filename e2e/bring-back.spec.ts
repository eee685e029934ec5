import type { Page } from '@playwright/test';
import { contract } from '@vault/contract';
import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { openTrash, trashInTurn } from './support/trash-tab.ts';
import type { VaultApi } from './support/vault-api.ts';
import { expectFitsEveryWindow } from './support/windows.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Back to a moment' });

/** The present moment of the server, after everything so far. */
async function momentOf({ client, recordId }: VaultApi): Promise<string> {
  const { now } = await client.data(contract.bringBack.moments, { params: { recordId } });
  return now;
}

/** Types a moment as a person in the time zone of the browser does. The field has no milliseconds. */
async function typeMoment(page: Page, moment: Date): Promise<void> {
  const field = dialogOf(page).getByRole('textbox', { name: 'Show the folder as of' });
  const text = await page.evaluate((time) => {
    const [day, clock] = new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .format(new Date(time))
      .split(', ');
    return `${day} ${clock}`;
  }, moment.getTime());
  await field.fill(text);
  await field.press('Enter');
}

/** A moment on a whole second with everything so far before it and everything that follows after it. */
async function nextSecond(vaultApi: VaultApi): Promise<Date> {
  const whole = Math.ceil(Date.parse(await momentOf(vaultApi)) / 1000) * 1000;
  await expect.poll(async () => Date.parse(await momentOf(vaultApi))).toBeGreaterThan(whole);
  return new Date(whole);
}

test('SAFE-05 a person looks at a folder as it was, brings it back as the plan shows, and undoes it', async ({
  page,
  vaultApi,
  picture,
}) => {
  const long = `${'Minutes of the meeting of the shareholders '.repeat(4)}2026.pdf`;
  await vaultApi.put({
    'Clients/contract.txt': 'signed',
    'Clients/invoice.txt': '100',
    'Clients/letter.txt': 'Dear',
    [`Clients/${long}`]: 'x',
    'Clients/2025/return.txt': 'tax',
  });
  const before = await nextSecond(vaultApi);
  await vaultApi.put({ 'Clients/contract.txt': 'overwritten', 'Clients/README.txt': 'pay' });
  const { sfid } = await vaultApi.item('Clients/letter.txt');
  const body = { sfid, name: 'letter.locked', linkId: vaultApi.recordId };
  await vaultApi.client.data(contract.organise.renameFile, { body });
  const deleted = await vaultApi.item('Clients/invoice.txt');
  await trashInTurn(vaultApi, 'Clients/2025', 'Clients/invoice.txt');

  await openTrash(page, vaultApi);
  await page.getByRole('button', { name: 'Back to a moment…' }).click();
  const dialog = dialogOf(page);
  const items = dialog.getByRole('list', { name: 'Items at the moment' }).getByRole('listitem');
  await dialog.getByRole('button', { name: 'Open Clients' }).click();
  await expect(items).toHaveText([/^contract\.txt/, /^letter\.locked/, /Minutes/, /^README\.txt/]);
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await typeMoment(page, before);
  await expect(items).toHaveText([
    /^2025Not here now$/,
    /^contract\.txtChanged since then/,
    /^invoice\.txtNot here now/,
    /^letter\.txtNot here now/,
    /Minutes/,
  ]);
  await expectAccessibleInBothThemes(page);
  await expectFitsEveryWindow(page, 'moment', picture);
  await dialog.getByRole('button', { name: 'Open 2025' }).click();
  await expect(items).toHaveText([/^return\.txtNot here now/]);
  await dialog.getByRole('navigation').getByRole('button', { name: 'Clients' }).click();
  await expect(items).toHaveCount(5);

  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('radio', { name: /^In its place/ }).check();
  await expect(dialog.getByRole('heading')).toHaveText([
    '2 items are restored from the trash',
    '1 item goes back to its former name and folder',
    '1 file gets its former content as a new version',
    '1 item goes to the trash',
  ]);
  await expectAccessibleInBothThemes(page);
  await expectFitsEveryWindow(page, 'moment-plan', picture);
  await dialog.getByRole('button', { name: 'Bring Back' }).click();
  await expectToast(page, 'Brought back.');
  await expect(dialog).toBeHidden();
  expect((await vaultApi.bytes('Clients/contract.txt')).toString()).toBe('signed');
  expect(await vaultApi.names('Clients')).toEqual([
    '2025',
    'contract.txt',
    'invoice.txt',
    'letter.txt',
    long,
  ]);
  expect((await vaultApi.item('Clients/letter.txt')).sfid).toBe(sfid);
  expect((await vaultApi.item('Clients/invoice.txt')).sfid).toBe(deleted.sfid);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone.');
  expect((await vaultApi.bytes('Clients/contract.txt')).toString()).toBe('overwritten');
  expect(await vaultApi.names('Clients')).toEqual(['contract.txt', 'letter.locked', long, 'README.txt']);
});

test('SAFE-05 a deleted folder is brought back in its place, as it was when it was deleted', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Clients/contract.txt': 'signed' });
  const { sfid } = await vaultApi.item('Clients/contract.txt');
  const before = await nextSecond(vaultApi);
  await trashInTurn(vaultApi, 'Clients');
  await openTrash(page, vaultApi);
  await page.getByRole('button', { name: 'Back to a moment…' }).click();
  const dialog = dialogOf(page);
  await typeMoment(page, before);
  await dialog.getByRole('button', { name: 'Open Clients' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(
    dialog.getByText('There is no such folder now. It is brought back in its place.'),
  ).toBeVisible();
  await expect(dialog.getByRole('heading')).toHaveText(['1 item is restored from the trash']);
  await expect(dialog.getByText('The folder itself')).toBeVisible();
  await expectFitsEveryWindow(page, 'moment-missing', picture);
  await dialog.getByRole('button', { name: 'Bring Back' }).click();
  await expectToast(page, 'Brought back.');
  expect((await vaultApi.item('Clients/contract.txt')).sfid).toBe(sfid);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone.');
  expect(await vaultApi.names()).toEqual([]);
});

test('SAFE-05 a folder is brought back, and this is undone, by keyboard only', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Clients/contract.txt': 'signed' });
  await nextSecond(vaultApi);
  await openTrash(page, vaultApi);
  const dialog = dialogOf(page);
  const opener = page.getByRole('button', { name: 'Back to a moment…' });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await opener.focus();
  await press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Open Clients' }));
  await press('Enter');
  const folder = dialog.getByRole('region', { name: 'Files / Clients' });
  await expect(folder).toBeFocused();
  await expect(folder.getByText('contract.txt')).toBeVisible();
  const slider = dialog.getByRole('slider');
  await tabTo(page, slider);
  await press('Home', 'ArrowRight', 'ArrowRight');
  await expect(slider).toBeFocused();
  await expect(slider).toHaveJSProperty('value', '2');
  // one step before now
  await press('End', 'ArrowLeft');
  const next = dialog.getByRole('button', { name: 'Continue' });
  await expect(next).toBeEnabled();
  await tabTo(page, next);
  await press('Enter');
  await expect(dialog.getByText(/^Files \/ Clients, as of/)).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: 'Back', exact: true }));
  await press('Enter');
  await expect(folder).toBeFocused();
  await expect(next).toBeEnabled();
  await tabTo(page, next);
  await press('Enter');
  const bringBack = dialog.getByRole('button', { name: 'Bring Back' });
  await expect(bringBack).toBeEnabled();
  await tabTo(page, bringBack);
  await press('Enter');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await vaultApi.names()).toHaveLength(2);
  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await press('Enter');
  await expectToast(page, 'Undone.');
  expect(await vaultApi.names()).toEqual(['Clients']);
});
