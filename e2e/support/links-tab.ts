import { expect, type Page } from '@playwright/test';
import { contract, type LinkResult, type SharedLink, type SharePayload } from '@vault/contract';
import type { VaultApi } from './vault-api.ts';
import { endOfDay } from './share-modal.ts';

/** Locators of the Links tab. */
export function linksTab(page: Page) {
  const panel = page.getByRole('region', { name: 'Links', exact: true });
  const table = panel.getByRole('table', { name: 'Links', exact: true });
  const rows = table.locator('tbody').getByRole('row');
  const row = (name: string) => rows.filter({ hasText: name });
  const filter = panel.getByRole('search', { name: 'Filter of the links' });
  return {
    panel,
    table,
    rows,
    row,
    cells: (name: string) => row(name).getByRole('cell'),
    header: (title: string) => table.getByRole('columnheader', { name: title, exact: true }),
    sortBy: (title: string) => table.getByRole('button', { name: title, exact: true }).click(),
    filter,
    status: filter.getByRole('combobox', { name: 'Status' }),
    reset: filter.getByRole('button', { name: 'Reset' }),
    search: filter.getByRole('button', { name: 'Search' }),
    exportLinks: panel.getByRole('button', { name: 'Export Links' }),
    viewDetails: (name: string) => row(name).getByRole('button', { name: 'View Details' }),
    more: (name: string) => panel.getByRole('button', { name: `More actions for ${name}`, exact: true }),
    pages: panel.getByRole('list').filter({ hasText: /^Total \d+ item\(s\)/ }),
  };
}

/** Opens the Links tab with an existing session. @param query parameters of the address, such as 'page=2' */
export async function openLinks(page: Page, { client }: VaultApi, query = ''): Promise<void> {
  await page.addInitScript((token) => sessionStorage.setItem('vault.token', token), client.token ?? '');
  await page.goto(`/vault?tab=2&${query}`);
  await expect(linksTab(page).table).toBeVisible();
}

/** Locators of the modal with the details of a link. */
export function linkDetails(page: Page) {
  const dialog = page.getByRole('dialog', { name: /^Links Details/ });
  const value = (label: string) =>
    dialog
      .locator('dl > div')
      .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
      .getByRole('definition');
  return {
    dialog,
    value,
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    notify: dialog.getByRole('checkbox', { name: 'Notify me when accessed' }),
    noDate: dialog.getByRole('checkbox', { name: 'No expiration date' }),
    date: dialog.getByRole('textbox', { name: 'Link expires' }),
    save: dialog.getByRole('button', { name: 'Save' }),
  };
}

/** Opens the details of the link with this name. */
export async function openLinkDetails(page: Page, name: string) {
  await linksTab(page).viewDetails(name).click();
  const details = linkDetails(page);
  await expect(details.dialog).toBeVisible();
  return details;
}

/** Chooses an entry of the menu of a row. */
export async function chooseForLink(page: Page, name: string, entry: string): Promise<void> {
  await linksTab(page).more(name).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

export const deletionOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm Deletion' });

/** Collects the query strings of all list calls (C38) of the page. */
export function linkCalls(page: Page): URLSearchParams[] {
  const calls: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.method() === 'GET' && url.pathname.endsWith('/link')) calls.push(url.searchParams);
  });
  return calls;
}

/** Creates a link to folders or files by an API call; it expires in three days by default. */
export async function makeLink(
  vaultApi: VaultApi,
  paths: readonly string[],
  options: Partial<SharePayload> = {},
): Promise<LinkResult> {
  const { client, recordId } = vaultApi;
  const items = await Promise.all(paths.map((path) => vaultApi.item(path)));
  const body: SharePayload = {
    accessType: 'Anyone',
    expireDateTime: endOfDay(3),
    allowDownload: true,
    externalIds: items.flatMap(({ externalId }) => externalId ?? []),
    paths: items.filter(({ fileType }) => fileType === 'folder').map(({ folderPath }) => folderPath),
    ...options,
  };
  const isByMail = body.accessType === 'SpecificRecipients';
  const endpoint = isByMail ? contract.sharing.shareByEmail : contract.sharing.shareLink;
  return client.data(endpoint, { params: { recordId }, body });
}

/** Returns the links of a vault (at most 50), newest first. */
export async function linksOf({ client, recordId }: VaultApi): Promise<SharedLink[]> {
  const { content } = await client.data(contract.links.list, { params: { recordId }, query: { size: 50 } });
  return content;
}

/** Deletes the newest link of this name by an API call. */
export async function deleteLink(vaultApi: VaultApi, name: string): Promise<void> {
  const link = (await linksOf(vaultApi)).find(({ fileName, deleted }) => fileName === name && !deleted);
  if (!link) throw new Error(`There is no link to ${name}`);
  const params = { recordId: vaultApi.recordId, id: link.id };
  await vaultApi.client.data(contract.links.remove, { params });
}
