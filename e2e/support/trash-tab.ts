import { expect, type Locator, type Page } from '@playwright/test';
import { contract, type TrashItem } from '@vault/contract';
import type { VaultApi } from './vault-api.ts';

/** Locators of the Trash tab. */
export function trashTab(page: Page) {
  const panel = page.getByRole('region', { name: 'Trash', exact: true });
  const grid = panel.getByRole('grid', { name: 'Trash' });
  const filter = panel.getByRole('search', { name: 'Filter of the trash' });
  const checkbox = (name: string) => grid.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const row = (name: string) =>
    grid
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });
  return {
    panel,
    grid,
    /** the table that readers see instead of the grid */
    table: panel.getByRole('table', { name: 'Trash' }),
    row,
    checkbox,
    sortBy: (title: string) => grid.getByRole('button', { name: title, exact: true }).click(),
    filter,
    field: (label: string): Locator => filter.getByLabel(label, { exact: true }),
    reset: filter.getByRole('button', { name: 'Reset' }),
    search: filter.getByRole('button', { name: 'Search' }),
    /** the actions on the selected rows */
    bar: panel.getByRole('toolbar', { name: 'Selected items of the trash' }),
    menu: page.getByRole('menu', { name: 'Selected items' }),
    deletion: page.getByRole('dialog', { name: 'Confirm Deletion' }),
    restoration: page.getByRole('dialog', { name: 'Confirm Restoration' }),
    pages: panel.getByRole('list').filter({ hasText: /^Total \d+ item\(s\)/ }),
  };
}

/** Opens the Trash tab with an existing session. @param query parameters of the address, such as 'page=2' */
export async function openTrash(page: Page, { client }: Pick<VaultApi, 'client'>, query = ''): Promise<void> {
  await page.addInitScript((token) => sessionStorage.setItem('vault.token', token), client.token ?? '');
  await page.goto(`/vault?tab=3&${query}`);
  await expect(trashTab(page).pages).toBeVisible();
}

/** Waits until the list shows exactly these rows, in this order. */
export async function expectTrash(page: Page, names: readonly string[]): Promise<void> {
  const boxes = trashTab(page).grid.getByRole('checkbox', { name: /^Select (?!all$)/ });
  const shown = () =>
    boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')?.replace('Select ', '')));
  await expect.poll(shown, 'rows of the trash').toEqual(names);
}

/** Chooses an option of a filter. */
export async function chooseFilter(page: Page, label: string, option: string): Promise<void> {
  await trashTab(page).field(label).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click();
}

/** Returns the items of the trash (at most 100) by an API call. */
export async function trashOf({ client, recordId }: VaultApi): Promise<TrashItem[]> {
  const { content } = await client.data(contract.trash.list, {
    params: { id: recordId },
    query: { size: 100 },
  });
  return content;
}

/** Deletes the items that former journeys of the same owner left in the trash. */
export async function emptyTrash(vaultApi: VaultApi): Promise<void> {
  for (let items = await trashOf(vaultApi); items.length > 0; items = await trashOf(vaultApi)) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    await vaultApi.client.data(contract.trash.remove, {
      query: { ids: items.map(({ id }) => id).join(',') },
    });
  }
}

/** Moves items to the trash one after the other, so that the last one is the newest. */
export async function trashInTurn(vaultApi: VaultApi, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await vaultApi.trash(path);
  }
}
