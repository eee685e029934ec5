import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { withResolvers } from '../kit/with-resolvers.ts';
import {
  createRecord,
  expectCount,
  expectGone,
  expectPath,
  expectRows,
  expectTexts,
  expectVisible,
  filesTab,
  focus,
  openVault,
  press,
  refusal,
  toast,
} from '../testing/index.ts';

const newFolder = () => {
  const dialog = page.getByRole('dialog', { name: 'New Folder' });
  return {
    dialog,
    name: dialog.getByLabelText('Name'),
    create: dialog.getByRole('button', { name: 'Create' }),
    problem: dialog.getByRole('alert'),
    open: () => filesTab().tool('Create').click(),
  };
};

/** Opens a vault with a fake server that creates folders. */
async function openCreating(items: readonly string[] = []) {
  const record = createRecord(items);
  const { server } = await openVault({ record });
  server.reply({
    'organise.createFolder': ({ query: { path, name } }) =>
      record.add(`${path === '' ? '' : `${path}/`}${name.trim()}/`),
  });
  return { server, record };
}

test('FOLDER-01 Enter creates, Escape and Cancel close, and the focus returns to Create', async () => {
  const { server } = await openCreating();
  const { dialog, name, open } = newFolder();
  const { tool } = filesTab();
  await open();
  await expect.element(name).toHaveFocus();
  await press('Escape');
  await expectGone(dialog);
  await expect.element(tool('Create')).toHaveFocus();
  await open();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectGone(dialog);
  expect(server.calls('organise.createFolder')).toEqual([]);

  focus(tool('Create'));
  await press('Enter');
  await expect.element(name).toHaveFocus();
  await press('Enter');
  await expectVisible(toast('Created successfully.'));
  await expectRows(['New Folder']);
  await expect.element(tool('Create')).toHaveFocus();
});

test('FOLDER-02 FOLDER-04 MSG-36 the name of a folder is required and trimmed', async () => {
  await openCreating();
  const { name, create, problem, open } = newFolder();
  await open();
  for (const blank of ['', '   ']) {
    await name.fill(blank);
    await create.click();
    await expectTexts(problem, ['Please enter the file or folder name.']);
    await expect.element(name).toHaveFocus();
  }
  await name.fill('  Letters  ');
  await create.click();
  await expectRows(['Letters']);
});

test('FOLDER-03 LIMIT-05 the name of a folder has at most 255 characters', async () => {
  const { server } = await openCreating();
  const { dialog, name, create, problem, open } = newFolder();
  await open();
  await name.fill('x'.repeat(256));
  await create.click();
  await expectTexts(problem, ['The name cannot exceed 255 characters.']);
  expect(server.calls('organise.createFolder')).toEqual([]);
  await name.fill('x'.repeat(255));
  await expect.element(problem).toBeEmptyDOMElement();
  await create.click();
  await expectGone(dialog);
  await expectRows(['x'.repeat(255)]);
});

test('FOLDER-08 NAME-01 NAME-02 NAME-04 NAME-10 a forbidden character or only dots are refused', async () => {
  const { server } = await openCreating();
  const { name, create, problem, open } = newFolder();
  await open();
  for (const refused of ['a/b', 'a:b', 'Zoë', 'a\\b', 'what?', '<b>', '..', '.']) {
    await name.fill(refused);
    await create.click();
    await expectTexts(problem, [Messages.nameCharacters]);
  }
  expect(server.calls('organise.createFolder')).toEqual([]);
  const allowed = "A-z 09 _-.#!$%&'()+,=~";
  await name.fill(allowed);
  await create.click();
  await expectRows([allowed]);
  await filesTab().row(allowed).getByText(allowed).click();
  await expectPath(['Files', allowed]);
});

test('FOLDER-06 MSG-37 NAME-08 a name used in the same parent is refused; capitals count', async () => {
  await openCreating(['Tax/', 'Letters/Old/']);
  const { dialog, name, create, problem, open } = newFolder();
  await open();
  await name.fill(' Tax ');
  await create.click();
  await expectTexts(problem, ['The folder has already existed.']);
  await name.fill('TAX');
  await create.click();
  await expectRows(['Tax', 'Letters', 'TAX']);

  await filesTab().folder('Letters').click();
  await expectRows(['Old']);
  await open();
  await name.fill('Tax');
  await create.click();
  await expectGone(dialog);
  await expectRows(['Old', 'Tax']);
});

test('FOLDER-06 the dialog shows the refusal when another user has created the folder first', async () => {
  const { server, record } = await openVault();
  const { name, create, problem, open } = newFolder();
  await open();
  server.reply({ 'organise.createFolder': refusal(409, 'NAME_EXISTS', Messages.folderExists) });
  await name.fill('Tax');
  await create.click();
  await expectTexts(problem, ['The folder has already existed.']);
  await expect.element(name).toHaveFocus();
  server.reply({ 'organise.createFolder': () => record.add('Tax 2/') });
  await name.fill('Tax 2');
  await create.click();
  await expectRows(['Tax 2']);
});

test('FOLDER-09 pressing Create twice creates one folder', async () => {
  const { server, record } = await openVault();
  const { dialog, name, open } = newFolder();
  const creation = withResolvers<void>();
  server.reply({ 'organise.createFolder': () => creation.promise.then(() => record.add('Once/')) });
  await open();
  await name.fill('Once');
  await press('Enter');
  await expect.poll(() => server.calls('organise.createFolder').length).toBe(1);
  await press('Enter');
  creation.resolve();
  await expectGone(dialog);
  await expectRows(['Once']);
  expect(server.calls('organise.createFolder')).toHaveLength(1);
  await expectCount(page.getByRole('dialog'), 0);
});
