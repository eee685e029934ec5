import { expect, type Locator, type Page } from '@playwright/test';

export { expectNoToast, expectToast } from './toasts.ts';

/** Locators of the Files tab by role and name. */
export function filesTab(page: Page) {
  const grid = page.getByRole('grid', { name: 'Files and folders' });
  const toolbar = page.getByRole('toolbar', { name: 'Folder' });
  const tree = page.getByRole('tree', { name: 'Folders' });
  const path = page.getByRole('navigation', { name: 'Path' });
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const row = (name: string) => grid.getByRole('row').filter({ has: box(name) });
  return {
    grid,
    toolbar,
    tree,
    path,
    row,
    checkbox: (name: string) => grid.locator(box(name)),
    /** the cells of a row; the first one holds its checkbox */
    cells: (name: string) => row(name).getByRole('gridcell'),
    header: (title: string) => grid.getByRole('columnheader', { name: title, exact: true }),
    sortBy: (title: string) => grid.getByRole('button', { name: title, exact: true }).click(),
    selectAll: grid.getByRole('checkbox', { name: 'Select all' }),
    tool: (label: string) => toolbar.getByRole('button', { name: new RegExp(`(^| )${label}$`) }),
    /** the text 'N item(s) selected' */
    selection: toolbar.getByRole('button', { name: /item\(s\) selected$/ }),
    folder: (name: string) => tree.getByRole('treeitem', { name, exact: true }),
    back: path.getByRole('button', { name: 'Back to the parent folder' }),
    pages: page.getByRole('list').filter({ hasText: /^Total \d+ item\(s\)/ }),
  };
}

/** Right-clicks a row and waits for the context menu, which opens after the delay of the selection (T-68). */
export async function openMenu(page: Page, name: string): Promise<Locator> {
  await filesTab(page)
    .row(name)
    .click({ button: 'right', position: { x: 240, y: 22 } });
  const menu = page.getByRole('menu', { name: 'Selected items' });
  await expect(menu).toBeVisible();
  return menu;
}

/** Chooses a command of the context menu of a row. */
export async function choose(page: Page, name: string, command: string): Promise<void> {
  const menu = await openMenu(page, name);
  await menu.getByRole('menuitem', { name: command, exact: true }).click();
}

/** Selects rows by their checkboxes and waits for the label. */
export async function select(page: Page, ...names: string[]): Promise<void> {
  const { checkbox, selection } = filesTab(page);
  for (const name of names) await checkbox(name).check();
  await expect(selection).toHaveText(`${names.length} item(s) selected`);
}

/** Waits until the list shows exactly these rows, in this order. */
export async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  const boxes = filesTab(page).grid.getByRole('checkbox', { name: /^Select (?!all$)/ });
  const shown = () =>
    boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')?.replace('Select ', '')));
  await expect.poll(shown, 'rows of the list').toEqual(names);
}

/** Waits until the path bar shows exactly these names; the last one is the open folder. */
export async function expectPath(page: Page, names: readonly string[]): Promise<void> {
  const { path } = filesTab(page);
  await expect(path.getByRole('listitem')).toHaveText([...names]);
  await expect(path.locator('[aria-current=page]')).toHaveText(names.at(-1) ?? '');
}

/**
 * Returns an open toast, for journeys about its buttons. Others use `expectToast`, because toasts close by themselves.
 */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text });
}

/** Presses Escape to close a dialog. First waits until the tooltip is gone, because a tooltip would handle the key. */
export async function escape(page: Page): Promise<void> {
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Escape');
}

/** Collects the query strings of all list calls (C03) of the page. */
export function listCalls(page: Page): URLSearchParams[] {
  const calls: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.includes('/files-v2/')) calls.push(url.searchParams);
  });
  return calls;
}
