import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  choose,
  createRecord,
  expectAccessible,
  expectCount,
  expectGone,
  expectPath,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  openMenu,
  openRelocate,
  openVault,
  press,
  refusal,
  relocateModal,
  select,
  toast,
} from '../testing/index.ts';

test('COPYMOVE-01 COPYMOVE-02 COPYMOVE-06 COPYMOVE-11 MENU-12 MENU-16 LIMIT-33 no target is selected', async () => {
  await openVault({ items: ['a.txt', 'Tax/2025/b.txt'] });
  const modal = await openRelocate('a.txt', 'Move');
  const container = () => modal.dialog.element().querySelector('.ant-modal-container');
  // The width is polled, because the dialog grows while it opens.
  await expect.poll(() => container()?.getBoundingClientRect().width).toBe(493);
  await expectVisible(modal.folder('Tax'));
  await expectCount(modal.tree.getByRole('treeitem', { selected: true }), 0);
  await expect.element(modal.target).toMatchTextContent(/Choose a folder/);
  await expect.element(modal.submit).toBeDisabled();
  await expect.element(modal.cancel).toBeEnabled();
  await expectAccessible();
  await modal.cancel.click();
  await expectGone(modal.dialog);
  await expect.element(filesTab().row('a.txt')).toHaveFocus();
});

test('COPYMOVE-08 COPYMOVE-09 a tooltip shows why a folder is not a valid target', async () => {
  await openVault({ items: ['Tax/2025/', 'Letters/'] });
  for (const action of ['Copy', 'Move'] as const) {
    const modal = await openRelocate('Tax', action);
    await modal.folder('Files').click();
    await expect.element(modal.submit).toHaveAttribute('aria-disabled', 'true');
    await modal.submit.hover();
    await expectTexts(page.getByRole('tooltip'), ['Source and target folder cannot be the same']);
    await modal.folder('Tax').click();
    await modal.submit.hover();
    await expectTexts(page.getByRole('tooltip'), [
      `You can't ${action.toLowerCase()} a folder to its subfolder`,
    ]);
    await modal.folder('Letters').click();
    await expect.element(modal.submit).toBeEnabled();
    await modal.cancel.click();
    await expectGone(modal.dialog);
  }
});

test('SCOPE-05 COPYMOVE-17 D-15 a copy keeps the current folder open', async () => {
  const { server, record } = await openVault({ items: ['a.txt', 'Tax/b.txt'] });
  server.reply({ 'organise.copy': { outcome: 'done' } });
  const modal = await openRelocate('a.txt', 'Copy');
  await modal.folder('Tax').click();
  await modal.submit.click();
  await expectVisible(toast('Copied Successfully.'));
  await expectPath(['Files']);
  await expectRows(['Tax', 'a.txt']);
  expect(server.calls('organise.copy')[0]?.body).toMatchObject({
    sfids: [record.item('a.txt').sfid],
    path: 'Tax',
    paths: [],
  });
});

test('USE-21 COPYMOVE-22 after Duplicate nothing is selected', async () => {
  const { server, record } = await openVault({ items: ['plan.txt'] });
  let copies = 0;
  server.reply({
    'organise.copy': () => {
      copies += 1;
      record.add(`plan (${copies}).txt`);
      return { outcome: 'done' };
    },
  });
  const { selection, checkbox } = filesTab();
  await select('plan.txt');
  await choose('plan.txt', 'Duplicate');
  await expectRows(['plan.txt', 'plan (1).txt']);
  await expectCount(selection, 0);
  await expect.element(checkbox('plan.txt')).not.toBeChecked();

  // Pasting a copied file into the folder of its source creates a duplicate too.
  await select('plan.txt');
  await press('Control+c', 'Control+v');
  await expectRows(['plan.txt', 'plan (1).txt', 'plan (2).txt']);
  await expectCount(selection, 0);
  const duplicate = { sfids: [record.item('plan.txt').sfid], sign: 'duplicate' };
  expect(server.calls('organise.copy').map(({ body }) => body)).toMatchObject([duplicate, duplicate]);
});

test('FOLDER-07 COPYMOVE-03 COPYMOVE-04 MSG-17 MSG-33 the modal can create a target folder', async () => {
  const record = createRecord(['a.txt', 'Tax/2025/b.txt']);
  const { server } = await openVault({ record });
  server.reply({
    'organise.createFolder': ({ query }) => record.add(`${query.path}/${query.name}/`),
    'organise.move': ({ body }) => {
      record.removeIds(body.sfids);
      record.add(`${body.path}/a.txt`);
      return { outcome: 'done' };
    },
  });
  const modal = await openRelocate('a.txt', 'Move');
  await modal.folder('Tax').click();
  await modal.dialog.getByRole('button', { name: 'New folder' }).click();
  const name = modal.dialog.getByLabelText('Create new folder in Files / Tax');
  const create = modal.dialog.getByRole('button', { name: 'Create Folder' });
  const problem = modal.dialog.getByRole('alert');
  await expect.element(name).toHaveValue('New Folder');
  await expect.element(name).toHaveFocus();
  for (const [typed, message] of [
    [' ', Messages.nameRequired],
    ['a'.repeat(256), Messages.folderNameTooLong],
    [' 2025 ', Messages.folderExists],
    ['a/b', Messages.nameCharacters],
  ] as const) {
    await name.fill(typed);
    await create.click();
    await expectTexts(problem, [message]);
  }
  await press('Escape');
  await expectGone(name);
  await expectVisible(modal.dialog);

  await modal.dialog.getByRole('button', { name: 'New folder' }).click();
  await name.fill(' 2026 ');
  await press('Enter');
  await expect.element(modal.target).toMatchTextContent(/Files \/ Tax \/ 2026/);
  await expect.element(modal.folder('2026')).toHaveAttribute('aria-selected', 'true');
  await modal.submit.click();
  await expectPath(['Files', 'Tax', '2026']);
  await expectRows(['a.txt']);
});

test('COPYMOVE-05 MENU-12 MENU-13 a reader has no Move, no Rename, and no New folder when copying', async () => {
  await openVault({
    items: ['plan.txt', 'Tax/'],
    abilities: { create: false, edit: false, download: false, share: false },
  });
  const menu = await openMenu('plan.txt');
  await expectCount(menu.getByRole('menuitem', { name: 'Move' }), 0);
  await expectCount(menu.getByRole('menuitem', { name: 'Rename' }), 0);
  await menu.getByRole('menuitem', { name: 'Copy' }).click();
  const modal = relocateModal('Copy');
  await expectVisible(modal.tree);
  await expectCount(modal.dialog.getByRole('button', { name: 'New folder' }), 0);
});

test('MENU-13 Rename needs exactly one item', async () => {
  await openVault({ items: ['A/', 'B/'] });
  await select('A', 'B');
  const menu = await openMenu('A');
  await expectVisible(menu.getByRole('menuitem', { name: 'Move' }));
  await expectCount(menu.getByRole('menuitem', { name: 'Rename' }), 0);
  await press('Escape', 'F2');
  await expectCount(page.getByRole('dialog'), 0);
});

test('MSG-52 a move into a deleted folder shows the message of the server', async () => {
  const { server } = await openVault({ items: ['a.txt', 'Tax/'] });
  server.reply({ 'organise.move': refusal(404, 'NOT_FOUND', Messages.notFound) });
  const modal = await openRelocate('a.txt', 'Move');
  await modal.folder('Tax').click();
  await modal.submit.click();
  await expectVisible(toast('File or folder does not exist.'));
  expect(server.calls('organise.move')[0]?.body.path).toBe('Tax');
});
