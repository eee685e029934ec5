import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  boxOf,
  createRecord,
  expectCount,
  expectGone,
  expectPath,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  openVault,
  press,
  textsOf,
} from '../testing/index.ts';

const EMPTY_LIST = { content: [], totalElements: 0, numberOfElements: 0 };

test('FILES-01 FILES-02 SHELL-02 SHELL-03 the folder tree is left of the list and can be hidden', async () => {
  await openVault({ items: ['Letters/', 'Tax/2025/'] });
  const files = filesTab();
  await expectTexts(page.getByRole('tab'), ['Files', 'Links', 'Trash']);
  await expectVisible(page.getByRole('tabpanel', { name: 'Files' }));
  await expectTexts(files.tree.getByRole('treeitem'), ['Files', 'Letters', 'Tax']);
  await expect.element(files.folder('Files')).toHaveAttribute('aria-selected', 'true');
  await expectRows(['Letters', 'Tax']);
  expect(boxOf(files.tree).x).toBeLessThan(boxOf(files.grid).x);
  await page.getByRole('button', { name: 'Hide folders' }).click();
  await expectGone(files.tree);
  await page.getByRole('button', { name: 'Show folders' }).click();
  await expectVisible(files.folder('Tax'));
});

test('SHELL-04 leaving a tab unmounts it, and returning to it mounts it with a new state', async () => {
  await openVault({
    items: ['Letters/', 'Tax/2025/'],
    replies: { 'links.list': EMPTY_LIST, 'trash.list': EMPTY_LIST, 'trash.deleters': [] },
  });
  const { folder, checkbox, grid, selection } = filesTab();
  const countOf = (role: string) => document.querySelectorAll(`[role=${role}]`).length;
  await folder('Tax').click();
  await checkbox('2025').click();
  await expectVisible(selection);
  for (const other of ['Links', 'Trash']) {
    await page.getByRole('tab', { name: other }).click();
    await expectVisible(page.getByRole('tabpanel', { name: other }));
    await expectGone(grid);
    expect(['tabpanel', 'tree'].map(countOf)).toEqual([1, 0]);
  }
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect.element(checkbox('2025')).not.toBeChecked();
  await expectCount(selection, 0);
  expect(['tabpanel', 'grid'].map(countOf)).toEqual([1, 1]);
});

test('FILES-43 a click on the open folder reloads it', async () => {
  const { record } = await openVault({ items: ['Tax/'] });
  await filesTab().folder('Tax').click();
  await expectPath(['Files', 'Tax']);
  await expectVisible(page.getByText('No Data'));
  record.add('Tax/Made elsewhere/');
  await filesTab().folder('Tax').click();
  await expectRows(['Made elsewhere']);
});

test('UI-02 BREADCRUMB-01 BREADCRUMB-06 the arrow opens the parent; each entry opens its folder', async () => {
  await openVault({ items: ['Tax/2025/Returns/'] });
  const files = filesTab();
  await expect.element(files.back).toBeDisabled();
  await files.folder('Tax').click();
  await expectRows(['2025']);
  await files.row('2025').getByText('2025').click();
  await expectPath(['Files', 'Tax', '2025']);
  await files.back.click();
  await expectPath(['Files', 'Tax']);
  await files.row('2025').getByText('2025').click();
  await files.path.getByRole('button', { name: 'Files' }).click();
  await expectPath(['Files']);
  await expect.element(files.back).toBeDisabled();
});

test('BREADCRUMB-02 BREADCRUMB-03 a path of over four entries has a menu of the middle entries', async () => {
  const record = createRecord(['Clients/Acme/2026/Tax/Returns/']);
  await openVault({ record, at: `?folder=${record.item('Clients/Acme/2026').sfid}` });
  const files = filesTab();
  const menu = files.path.getByRole('button', { name: 'Folders between' });
  await expectPath(['Files', 'Clients', 'Acme', '2026']);
  await expectCount(menu, 0);
  await files.row('Tax').getByText('Tax').click();
  await expectPath(['Files', '', '2026', 'Tax']);
  await files.row('Returns').getByText('Returns').click();
  await expectPath(['Files', '', 'Tax', 'Returns']);
  await menu.click();
  await expectTexts(page.getByRole('menuitem'), ['Clients', 'Acme', '2026']);
  await page.getByRole('menuitem', { name: 'Acme' }).click();
  await expectPath(['Files', 'Clients', 'Acme']);
  await expectRows(['2026']);
});

test('invalid values in the address are replaced by defaults', async () => {
  const { server } = await openVault({
    items: ['Letters/', 'Tax/'],
    at: '?tab=9&page=7&size=13&sort=secret,desc&folder=',
  });
  await expectRows(['Letters', 'Tax']);
  await expect.poll(() => location.search).not.toContain('page=');
  const query = server.calls('files.list').at(-1)?.query;
  expect(query).toMatchObject({ page: 0, size: 10 });
  expect(query).not.toHaveProperty('sort');
});

test('FILES-22 FILES-23 the info icon shows the open folder, and the name and size of the root', async () => {
  const record = createRecord(['Tax/2025/return.txt']);
  await openVault({ record, replies: { 'tree.folders': () => ({ ...record.tree(), rootSize: 2048 }) } });
  const files = filesTab();
  const details = page.getByRole('dialog', { name: 'Details' });
  const rows = () => {
    const [labels, values] = (['term', 'definition'] as const).map((role) =>
      textsOf(details.getByRole(role)),
    );
    return Object.fromEntries(labels?.map((label, index) => [label, values?.[index]]) ?? []);
  };
  await files.tool('Details of this folder').click();
  await expect.poll(rows).toMatchObject({ 'Folder name': 'Files', Size: '2.0 KB', Path: '' });
  await press('Escape');
  await expectGone(details);
  await expect.element(files.tool('Details of this folder')).toHaveFocus();

  await files.folder('Tax').click();
  await files.row('2025').getByText('2025').click();
  await expectPath(['Files', 'Tax', '2025']);
  await files.tool('Details of this folder').click();
  await expect.poll(rows).toEqual({
    'Folder name': '2025',
    Modified: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/) as unknown,
    'Last updated by': 'Ada Byron',
    Size: '1.0 KB',
    Path: 'Files / Tax / 2025',
  });
});

test('a large tree renders only the visible folders and scrolls to the open one', async () => {
  const names = Array.from({ length: 120 }, (_, n) => `Client ${String(n + 1).padStart(3, '0')}`);
  const record = createRecord(names.map((name) => `Clients/${name}/`));
  await openVault({ record, at: `?folder=${record.item('Clients/Client 090').sfid}` });
  const files = filesTab();
  const isInView = (name: string) => {
    const [tree, line] = [boxOf(files.tree), boxOf(files.folder(name))];
    return line.top >= tree.top && line.bottom <= tree.bottom;
  };
  await expectVisible(files.folder('Client 090'));
  await expect.poll(() => isInView('Client 090')).toBe(true);
  await expectCount(files.folder('Client 001'), 0);
  expect(files.tree.getByRole('treeitem').elements().length).toBeLessThan(80);
  await userEvent.wheel(files.tree, { delta: { y: -10_000 } });
  await expectVisible(files.folder('Client 001'));
  expect(isInView('Client 001')).toBe(true);
});
