import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import {
  choose,
  expectGone,
  expectPath,
  expectRows,
  expectVisible,
  filesTab,
  openMenu,
  openRelocate,
  openShare,
  openVault,
  press,
  select,
} from '../../testing/index.ts';

interface LayerCase {
  name: string;
  /** opens the layer and returns its locator */
  open: () => Promise<Locator>;
}

const dialog = (name: string) => page.getByRole('dialog', { name });
const opened = async (layer: Locator): Promise<Locator> => {
  await expectVisible(layer);
  return layer;
};
const byCommand = (command: string): LayerCase => ({
  name: command,
  open: async () => {
    await choose('a.txt', command);
    return opened(dialog(command));
  },
});

const LAYERS: LayerCase[] = [
  byCommand('Rename'),
  byCommand('Details'),
  byCommand('Versions & History'),
  { name: 'Move', open: async () => (await openRelocate('a.txt', 'Move')).dialog },
  { name: 'Share', open: async () => (await openShare('a.txt', 'Share Link')).dialog },
  { name: 'the context menu', open: () => openMenu('a.txt') },
  {
    name: 'New folder',
    open: async () => {
      await filesTab().tool('Create').click();
      return opened(page.getByRole('dialog'));
    },
  },
  {
    name: 'the question before deleting',
    open: async () => {
      const isSelected = filesTab().checkbox('a.txt').element().matches(':checked');
      if (!isSelected) await select('a.txt');
      await press('Delete');
      return opened(dialog('Confirm Deletion'));
    },
  },
  {
    name: 'the search panel',
    open: async () => {
      await page.getByRole('textbox', { name: 'Search in this folder' }).click();
      return opened(dialog('Search options'));
    },
  },
  {
    name: 'the menu of the account',
    open: async () => {
      await page.getByRole('button', { name: /account of/ }).click();
      return opened(page.getByRole('menuitem', { name: 'Sign out' }));
    },
  },
];

/** Waits until the history entry of the page holds this number of open layers. */
const expectLayers = (count: number) =>
  expect.poll(() => (history.state as { vaultLayers?: number } | null)?.vaultLayers ?? 0).toBe(count);

for (const { name, open } of LAYERS) {
  test(`USE-04 Back closes ${name}, and the next Back leaves the folder`, async () => {
    await openVault({
      items: ['Tax/a.txt'],
      replies: { 'versions.list': { content: [], totalElements: 0, numberOfElements: 0 } },
    });
    await filesTab().folder('Tax').click();
    await expectPath(['Files', 'Tax']);
    await expectRows(['a.txt']);
    const layer = await open();
    await expectLayers(1);
    history.back();
    await expect.element(layer).not.toBeInTheDocument();
    await expectPath(['Files', 'Tax']);

    // Closing with Escape leaves no entry in the history.
    const again = await open();
    await expectLayers(1);
    await press('Escape');
    await expectGone(again);
    await expectLayers(0);
    history.back();
    await expectPath(['Files']);
  });
}

test('USE-04 Back closes an open select list before its panel', async () => {
  await openVault({ items: ['a.txt'] });
  const panel = dialog('Search options');
  await page.getByRole('textbox', { name: 'Search in this folder' }).click();
  await panel.getByRole('combobox', { name: 'Changed' }).click();
  await expectLayers(2);
  const isListShown = () =>
    document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)') !== null;
  await expect.poll(isListShown).toBe(true);
  history.back();
  await expect.poll(isListShown).toBe(false);
  await expectVisible(panel);
  history.back();
  await expectGone(panel);
});

test('USE-04 a navigation from a panel replaces its history entry', async () => {
  await openVault({ items: ['Tax/a.txt', 'b.txt'] });
  const results = page.getByRole('button', { name: 'Search results' });
  await page.getByRole('textbox', { name: 'Search in this folder' }).fill('a.txt');
  await press('Enter');
  await expectVisible(results);
  history.back();
  await expectRows(['Tax', 'b.txt']);
  history.forward();
  await expectVisible(results);
});
