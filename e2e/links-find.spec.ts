import { expectAccessible } from './support/accessible.ts';
import { makeLink as makeRequestLink } from './support/link-page.ts';
import { linkDetails, linksTab, makeLink, openLinkDetails, openLinks } from './support/links-tab.ts';
import { expect, test } from './support/test.ts';

test('USE-44 the list shows the type of links and finds them by name, recipient and maker', async ({
  page,
  vaultApi,
  owner,
  picture,
}) => {
  await vaultApi.put({ 'Tax/2025/a.txt': 'a', 'b.txt': 'b' });
  await makeLink(vaultApi, ['b.txt'], {
    accessType: 'SpecificRecipients',
    receiveByEmails: ['zoe.find@example.test', 'ian.find@example.test'],
  });
  await makeLink(vaultApi, ['Tax/2025']);
  await makeRequestLink(vaultApi, { kind: 'REQUEST', path: 'Tax' });
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  const names = links.rows.locator('td:first-child');
  await expect(names).toHaveText(['Tax', '2025', 'b.txt']);
  await expect(links.cells('b.txt').nth(7)).toHaveText('Share');
  await expect(links.rows.first().getByRole('cell').nth(7)).toHaveText('Request');
  await links.filter.getByRole('combobox', { name: 'Type' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Request' }).click();
  await expect(names).toHaveText(['Tax']);
  await links.reset.click();
  const text = links.filter.getByRole('textbox', { name: 'Name or person' });
  for (const [typed, expected] of [
    ['B.TX', ['b.txt']],
    ['ian.find@', ['b.txt']],
    [owner.name.toLowerCase(), ['Tax', '2025', 'b.txt']],
  ] as const) {
    await text.fill(typed);
    await page.keyboard.press('Enter');
    await expect(names).toHaveText([...expected]);
  }
  await expectAccessible(page);
  await text.fill('nothing like it');
  await links.search.click();
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await links.reset.click();
  await expect(text).toHaveValue('');
  await expect(names).toHaveCount(3);
  for (const viewport of [
    { width: 1050, height: 480 },
    { width: 1366, height: 650 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await picture(`links-${viewport.width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const details = await openLinkDetails(page, '2025');
  await expect(details.dialog).toContainText('Files / Tax');
});

test('USE-16 the status of a link shows that its target is in the trash', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({ 'Gone/a.txt': 'a', 'Here/b.txt': 'b' });
  await makeLink(vaultApi, ['Gone']);
  await makeLink(vaultApi, ['Here']);
  await vaultApi.trash('Gone');
  await openLinks(page, vaultApi);
  const links = linksTab(page);
  await expect(links.cells('Gone').nth(5)).toHaveText('ActiveIn trash');
  await expect(links.cells('Here').nth(5)).toHaveText('Active');
  await expectAccessible(page);
  await picture('links-in-trash');
});

test("USE-18 the owner gets a copy of the mail immediately; its address opens the link's details", async ({
  page,
  vaultApi,
  vault,
  owner,
}) => {
  await vaultApi.put({ 'Papers/a.txt': 'a' });
  await makeLink(vaultApi, ['Papers'], {
    accessType: 'SpecificRecipients',
    receiveByEmails: ['zoe.copy@example.test'],
    copy: true,
  });
  const copyOf = async () =>
    (await vault.mails()).find((mail) => mail.includes(`To: ${owner.email}`) && mail.includes('zoe.copy@'));
  await expect.poll(copyOf).toBeDefined();
  const address = /^(http\S+\/vault\?\S+link=\w+)/m.exec((await copyOf()) ?? '')?.[1] ?? '';
  const { client } = vaultApi;
  await page.addInitScript((token) => sessionStorage.setItem('vault.token', token), client.token ?? '');
  await page.goto(address);
  const { dialog, value } = linkDetails(page);
  await expect(dialog).toContainText('Papers');
  await expect(value('Recipients')).toHaveText('zoe.copy@example.test');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/link=/);
});
