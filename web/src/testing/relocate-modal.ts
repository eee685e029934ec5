import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { choose } from './files-tab.ts';

/** Locators of the Copy or Move modal. */
export function relocateModal(action: 'Copy' | 'Move') {
  const dialog = page.getByRole('dialog', { name: action });
  const tree = dialog.getByRole('tree', { name: 'Target folder' });
  return {
    dialog,
    tree,
    folder: (name: string) => tree.getByRole('treeitem', { name }),
    submit: dialog.getByRole('button', { name: action }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    /** the text that names the target folder */
    target: dialog.getByRole('status'),
  };
}

/** Opens the modal from the context menu of a row. */
export async function openRelocate(name: string, action: 'Copy' | 'Move') {
  await choose(name, action);
  const modal = relocateModal(action);
  await expect.element(modal.tree).toHaveFocus();
  return modal;
}
