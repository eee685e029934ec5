import { escape, expectPath, expectRows, expectToast, filesTab } from './support/files-tab.ts';
import { slowly } from './support/network.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

const CHARACTERS =
  "The characters allowed in file names include letters (A-Z, a-z), numbers (0-9), spaces, and the following symbols: ( _ - . ! # $ % & ' () + , = ~).";

const newFolder = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'New Folder' });
  return {
    dialog,
    name: dialog.getByLabel('Name'),
    location: dialog.getByLabel('Location'),
    create: dialog.getByRole('button', { name: 'Create' }),
    problem: dialog.getByRole('alert'),
    open: () => filesTab(page).tool('Create').click(),
  };
};

test('SCOPE-05 FILES-08 FOLDER-01 FOLDER-05 FOLDER-09 FOLDER-10 a new folder is created in the open folder; tree and list show it', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax/2025');
  await openVault(page, vaultApi);
  const { dialog, name, location, create, open } = newFolder(page);
  const files = filesTab(page);
  await files.folder('Tax').click();
  await expectRows(page, ['2025']);
  await files.tree.press('ArrowRight');
  await expect(files.folder('2025')).toBeVisible();

  await open();
  await expect(name).toHaveValue('New Folder');
  await expect(name).toBeFocused();
  await expect(location).toHaveValue('Files / Tax');
  await expect(location).toHaveJSProperty('readOnly', true);
  // The proposed name is selected: typing replaces it.
  await page.keyboard.type('2026');
  await create.click();
  await expectToast(page, 'Created successfully.');
  await expect(dialog).toBeHidden();
  await expectRows(page, ['2025', '2026']);
  await expect(files.folder('2026')).toBeVisible();
  await expectPath(page, ['Files', 'Tax']);
});

test('FOLDER-01 Enter creates, Escape and Cancel close, and the focus returns to Create', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const { dialog, name, open } = newFolder(page);
  const { tool } = filesTab(page);
  await open();
  await expect(name).toBeFocused();
  await escape(page);
  await expect(dialog).toBeHidden();
  await expect(tool('Create')).toBeFocused();
  await open();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await vaultApi.names()).toEqual([]);

  await tool('Create').press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Created successfully.');
  await expectRows(page, ['New Folder']);
  await expect(tool('Create')).toBeFocused();
});

test('FOLDER-02 FOLDER-04 MSG-36 the name is required and trimmed', async ({ page, vaultApi }) => {
  await openVault(page, vaultApi);
  const { name, create, problem, open } = newFolder(page);
  await open();
  for (const blank of ['', '   ']) {
    await name.fill(blank);
    await create.click();
    await expect(problem).toHaveText('Please enter the file or folder name.');
    await expect(name).toBeFocused();
  }
  await name.fill('  Letters  ');
  await create.click();
  await expectRows(page, ['Letters']);
});

test('FOLDER-03 LIMIT-05 a name can have at most 255 characters', async ({ page, vaultApi }) => {
  await openVault(page, vaultApi);
  const { dialog, name, create, problem, open } = newFolder(page);
  await open();
  await name.fill('x'.repeat(256));
  await create.click();
  await expect(problem).toHaveText('The name cannot exceed 255 characters.');
  expect(await vaultApi.names()).toEqual([]);
  await name.fill('x'.repeat(255));
  await expect(problem).toHaveText('');
  await create.click();
  await expect(dialog).toBeHidden();
  await expectRows(page, ['x'.repeat(255)]);
});

test('FOLDER-08 NAME-01 NAME-02 NAME-04 NAME-10 a name with a forbidden character or only dots is refused', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const { name, create, problem, open } = newFolder(page);
  await open();
  for (const refused of ['a/b', 'a:b', 'Zoë', 'a\\b', 'what?', '<b>', '..', '.']) {
    await name.fill(refused);
    await create.click();
    await expect(problem, refused).toHaveText(CHARACTERS);
  }
  expect(await vaultApi.names()).toEqual([]);
  const allowed = "A-z 09 _-.#!$%&'()+,=~";
  await name.fill(allowed);
  await create.click();
  await expectRows(page, [allowed]);
  await filesTab(page).row(allowed).getByText(allowed, { exact: true }).click();
  await expectPath(page, ['Files', allowed]);
});

test('FOLDER-06 MSG-37 NAME-08 a name that exists in the parent is refused; names are case-sensitive', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.createFolders('Tax', 'Letters/Old');
  await openVault(page, vaultApi);
  const { dialog, name, create, problem, open } = newFolder(page);
  await open();
  await name.fill(' Tax ');
  await create.click();
  await expect(problem).toHaveText('The folder has already existed.');
  await name.fill('TAX');
  await create.click();
  await expectRows(page, ['Letters', 'TAX', 'Tax']);

  await filesTab(page).folder('Letters').click();
  await expectRows(page, ['Old']);
  await open();
  await name.fill('Tax');
  await create.click();
  await expect(dialog).toBeHidden();
  await expectRows(page, ['Old', 'Tax']);
});

test('FOLDER-06 the dialog shows the refusal when another user has just created the folder', async ({
  page,
  vaultApi,
}) => {
  await openVault(page, vaultApi);
  const { name, create, problem, open } = newFolder(page);
  await open();
  await vaultApi.createFolders('Tax');
  await name.fill('Tax');
  await create.click();
  await expect(problem).toHaveText('The folder has already existed.');
  await expect(name).toBeFocused();
  await name.fill('Tax 2');
  await create.click();
  await expectRows(page, ['Tax', 'Tax 2']);
});

test('FOLDER-09 pressing Create twice creates one folder', async ({ page, vaultApi }) => {
  await openVault(page, vaultApi);
  const { dialog, name, open } = newFolder(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/folder?')) calls.push(request.url());
  });
  const creation = await slowly(page, '**/records/*/folder?**');
  await open();
  await name.fill('Once');
  await name.press('Enter');
  await creation.asked;
  await name.press('Enter');
  await creation.letThrough();
  await expect(dialog).toBeHidden();
  await expectRows(page, ['Once']);
  expect(calls).toHaveLength(1);
});
