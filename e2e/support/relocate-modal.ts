import { expect, type Locator, type Page } from '@playwright/test';
import { choose } from './files-tab.ts';

/** Locators of the Copy or Move modal. */
export interface RelocateModal {
  dialog: Locator;
  tree: Locator;
  folder(name: string): Locator;
  submit: Locator;
  cancel: Locator;
  /** the text with the target folder */
  target: Locator;
}

export function relocateModal(page: Page, action: 'Copy' | 'Move'): RelocateModal {
  const dialog = page.getByRole('dialog', { name: action, exact: true });
  const tree = dialog.getByRole('tree', { name: 'Target folder' });
  return {
    dialog,
    tree,
    folder: (name) => tree.getByRole('treeitem', { name, exact: true }),
    submit: dialog.getByRole('button', { name: action, exact: true }),
    cancel: dialog.getByRole('button', { name: 'Cancel', exact: true }),
    target: dialog.getByRole('status'),
  };
}

/** Opens the modal from the context menu of a row. */
export async function openRelocate(
  page: Page,
  name: string,
  action: 'Copy' | 'Move',
): Promise<RelocateModal> {
  await choose(page, name, action);
  const modal = relocateModal(page, action);
  await expect(modal.tree).toBeFocused();
  return modal;
}

export const mergeDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Merge files?' });
