import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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
  openVault,
  press,
  refusal,
  toast,
} from '../testing/index.ts';

const renameDialog = () => {
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  return {
    dialog,
    name: dialog.getByLabelText('Name'),
    submit: dialog.getByRole('button', { name: 'Rename' }),
    problem: dialog.getByRole('alert'),
  };
};

test('NAME-05 RENAME-02 RENAME-03 RENAME-04 RENAME-05 the modal shows the error of a name', async () => {
  await openVault({ items: ['A/', 'Taxes/'] });
  await choose('A', 'Rename');
  const { name, submit, problem, dialog } = renameDialog();
  await name.fill('  ');
  await submit.click();
  await expectTexts(problem, ['Please enter the file or folder name.']);
  await name.fill('Taxes');
  await submit.click();
  await expectTexts(problem, ['The folder has already existed.']);
  await expect.element(name).toHaveFocus();
  await name.fill('a/b');
  await expect.element(problem).toMatchTextContent(/The characters allowed in file names include letters/);
  await name.fill('a'.repeat(256));
  await submit.click();
  await expectTexts(problem, ['The name cannot exceed 255 characters.']);
  // The unchanged name is no name conflict and no change, so no call is made.
  await name.fill(' A ');
  await submit.click();
  await expectGone(dialog);
});

test('RENAME-03 a name that another user has just used shows the message of the server', async () => {
  await openVault({
    items: ['A/'],
    replies: { 'organise.renameFolder': refusal(409, 'NAME_EXISTS', Messages.folderExists) },
  });
  await choose('A', 'Rename');
  const { name, submit, problem } = renameDialog();
  await name.fill('B');
  await submit.click();
  await expectTexts(problem, ['The folder has already existed.']);
});

test('RENAME-11 tree, path and list show the new name of a folder', async () => {
  const record = createRecord(['Tax/2025/a.txt']);
  const { server } = await openVault({ record });
  server.reply({
    'organise.renameFolder': () => {
      record.remove('Tax');
      record.add('Taxes/2025/a.txt');
      return { outcome: 'done' };
    },
  });
  await choose('Tax', 'Rename');
  await renameDialog().name.fill('Taxes');
  await press('Enter');
  await expectRows(['Taxes']);
  expect(server.calls('organise.renameFolder')[0]?.query).toEqual({
    path: '',
    oriFolderName: 'Tax',
    newFolderName: 'Taxes',
  });
  await filesTab().folder('Taxes').click();
  await expectPath(['Files', 'Taxes']);
  await expectRows(['2025']);
});

test('SCOPE-05 RENAME-01 RENAME-09 RENAME-12 Rename selects a file name without its extension', async () => {
  const record = createRecord(['Report 2025.pdf', 'b.txt']);
  const { server } = await openVault({ record });
  server.reply({
    'organise.renameFile': ({ body }) => {
      record.removeIds([body.sfid]);
      record.add(body.name, { sfid: body.sfid });
      return { outcome: 'done' };
    },
  });
  const files = filesTab();
  await expectVisible(files.row('Report 2025.pdf'));
  (files.row('Report 2025.pdf').element() as HTMLElement).focus();
  await press('F2');
  const { name, dialog } = renameDialog();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('Report 2025.pdf');
  await userEvent.keyboard('Bericht');
  await expect.element(name).toHaveValue('Bericht.pdf');
  await expectAccessible();
  await press('Enter');
  await expectVisible(toast('Renamed successfully.'));
  await expectGone(dialog);
  await expectRows(['b.txt', 'Bericht.pdf']);
  await expect.element(files.row('Bericht.pdf')).toHaveFocus();
});

test('MSG-52 renaming a deleted item shows the message and the current list', async () => {
  const record = createRecord(['A/', 'B/']);
  await openVault({
    record,
    replies: { 'organise.renameFolder': refusal(404, 'NOT_FOUND', Messages.notFound) },
  });
  await choose('A', 'Rename');
  record.remove('A');
  await renameDialog().name.fill('C');
  await press('Enter');
  await expectVisible(toast('File or folder does not exist.'));
  await expectGone(renameDialog().dialog);
  await expectRows(['B']);
});

test('RENAME-06 RENAME-07 RENAME-08 RENAME-10 T-18 Escape in the merge question returns to the name', async () => {
  await openVault({
    items: ['plan.txt', 'draft.txt'],
    replies: {
      'organise.renameFile': { outcome: 'merge' },
      'organise.mergePlan': {
        files: [{ name: 'plan.txt', folderPath: '', versions: 3 }],
        fileCount: 1,
        folders: [],
        folderCount: 0,
      },
    },
  });
  await choose('draft.txt', 'Rename');
  const { name, dialog } = renameDialog();
  await name.fill('plan.txt');
  await press('Enter');
  const merge = page.getByRole('dialog', { name: 'Merge files?' });
  await expect.element(merge).toMatchTextContent(/3 versions afterwards, in Files/);
  await expect.element(merge.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press('Escape');
  await expectGone(merge);
  await expectVisible(dialog);
  await expect.element(name).toHaveValue('plan.txt');
});

test('LIMIT-08 a name of 400 characters is renamed and shown', async () => {
  const long = `${'x'.repeat(396)}.pdf`;
  const changed = `y${long.slice(1)}`;
  const record = createRecord([long]);
  const { server } = await openVault({ record });
  server.reply({
    'organise.renameFile': ({ body }) => {
      record.removeIds([body.sfid]);
      record.add(body.name, { sfid: body.sfid });
      return { outcome: 'done' };
    },
  });
  await choose(long, 'Rename');
  await renameDialog().name.fill(changed);
  await press('Enter');
  await expectRows([changed]);
  await expectCount(renameDialog().dialog, 0);
});
