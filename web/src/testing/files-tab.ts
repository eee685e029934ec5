import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { expectTexts, expectVisible } from './page.ts';

/** Locators of the Files tab by role and name. */
export function filesTab() {
  const grid = page.getByRole('grid', { name: 'Files and folders' });
  const toolbar = page.getByRole('toolbar', { name: 'Folder' });
  const tree = page.getByRole('tree', { name: 'Folders' });
  const path = page.getByRole('navigation', { name: 'Path' });
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  const row = (name: string) => grid.getByRole('row').filter({ has: box(name) });
  return {
    grid,
    toolbar,
    tree,
    path,
    row,
    checkbox: (name: string) => grid.getByRole('checkbox', { name: `Select ${name}` }),
    cells: (name: string) => row(name).getByRole('gridcell'),
    /** the header of a column, because the locators do not find its role inside a grid */
    header: (title: string) =>
      [...grid.element().querySelectorAll('th')].find((head) => head.textContent === title),
    sortBy: (title: string) => grid.getByRole('button', { name: title }).click(),
    selectAll: grid.getByRole('checkbox', { name: 'Select all' }),
    tool: (label: string) => toolbar.getByRole('button', { name: new RegExp(`(^| )${label}$`) }),
    /** the button with the text 'N item(s) selected' */
    selection: toolbar.getByRole('button', { name: /item\(s\) selected$/ }),
    folder: (name: string) => tree.getByRole('treeitem', { name }),
    back: path.getByRole('button', { name: 'Back to the parent folder' }),
    pages: page.getByRole('list').filter({ hasText: /^Total \d+ item\(s\)/ }),
  };
}

/** Right-clicks a row and waits for the context menu. */
export async function openMenu(name: string): Promise<Locator> {
  await filesTab()
    .row(name)
    .click({ button: 'right', position: { x: 240, y: 22 } });
  const menu = page.getByRole('menu', { name: 'Selected items' });
  await expectVisible(menu);
  return menu;
}

/** Chooses a command of the context menu of a row. */
export async function choose(name: string, command: string): Promise<void> {
  const menu = await openMenu(name);
  await menu.getByRole('menuitem', { name: command }).click();
}

/** Selects rows by their checkboxes and waits for the label. */
export async function select(...names: string[]): Promise<void> {
  const { checkbox, selection } = filesTab();
  for (const name of names) await checkbox(name).click();
  await expect.element(selection).toHaveTextContent(`${names.length} item(s) selected`);
}

/** Waits until the list shows exactly these rows, in this order. */
export async function expectRows(names: readonly string[]): Promise<void> {
  const boxes = filesTab().grid.getByRole('checkbox', { name: /^Select (?!all$)/ });
  const shown = () => boxes.elements().map((box) => box.getAttribute('aria-label')?.replace('Select ', ''));
  await expect.poll(shown).toEqual(names);
}

/** Waits until the path bar shows exactly these names; the last one is the open folder. */
export async function expectPath(names: readonly string[]): Promise<void> {
  await expectTexts(filesTab().path.getByRole('listitem'), names);
}
