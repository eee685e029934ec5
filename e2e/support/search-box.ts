import { expect, type Page } from '@playwright/test';

/** Locators of the search box and its panel, by role and name. */
export function searchBox(page: Page) {
  // The accessible name depends on the scope of the search.
  const words = page.getByRole('textbox', { name: /^Search in (this folder|all folders)$/ });
  const panel = page.getByRole('dialog', { name: 'Search options' });
  return {
    words,
    panel,
    /** MSG-05: the button in the path bar */
    results: page.getByRole('button', { name: 'Search results' }),
    /** USE-41: the scope and the filters of the search */
    chips: page.getByRole('list', { name: 'Filters of the search' }).getByRole('listitem'),
    takeOff: (label: string) => page.getByRole('button', { name: `Remove filter: ${label}` }).click(),
    choose: (label: string) => panel.getByText(label, { exact: true }).click(),
    start: () => panel.getByRole('button', { name: 'Search', exact: true }).click(),
    recent: panel.getByRole('region', { name: 'Recent Searches' }).getByRole('button'),
    times: panel.getByRole('combobox', { name: 'Changed' }),
    open: async () => {
      await words.click();
      await expect(panel).toBeVisible();
    },
    /** types words and starts the search with Enter */
    find: async (text: string) => {
      await words.fill(text);
      await words.press('Enter');
      await expect(panel).toHaveCount(0);
    },
  };
}
