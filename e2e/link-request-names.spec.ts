import { expectAccessible } from './support/accessible.ts';
import { codeFor, linkPage, makeLink, openRequest } from './support/link-page.ts';
import { expect, test } from './support/test.ts';
import { inMemory, writeFiles } from './support/upload-modal.ts';

test.use({ viewport: { width: 390, height: 844 } });

const photo = (name: string, content: string) => inMemory({ [name]: content })[0]!;

test('USE-07 photos with the same name stay separate; a repeated photo is reported', async ({
  page,
  browser,
  vaultApi,
  vault,
  picture,
}) => {
  await vaultApi.createFolders('Inbox');
  const url = await makeLink(vaultApi, { kind: 'REQUEST', path: 'Inbox' });
  await page.goto(url);
  const { files, heading, uploads } = linkPage(page);
  await expect(heading).toHaveText('Inbox');
  await files.setInputFiles([photo('image.jpg', 'one'), photo('image.jpg', 'other one')]);
  await expect(page.getByText('Thank you, 2 files received')).toBeVisible();
  await expect(uploads.getByRole('listitem')).toContainText(['image.jpg', 'image (1).jpg']);
  expect(await vaultApi.names('Inbox')).toEqual(['image (1).jpg', 'image.jpg']);

  const phone = await browser.newPage({ baseURL: vault.url });
  await phone.goto(url);
  const other = linkPage(phone);
  await expect(other.heading).toHaveText('Inbox');
  await other.files.setInputFiles([photo('image.jpg', 'of another phone')]);
  await expect(phone.getByText('Thank you, 1 file received')).toBeVisible();
  await expect(other.uploads.getByRole('listitem')).toContainText('image.jpg');
  await phone.close();

  await files.setInputFiles([photo('image.jpg', 'one')]);
  const repeated = uploads.getByRole('listitem').filter({ hasText: 'which you have given already' });
  await expect(repeated).toContainText('The same file as image.jpg, which you have given already');
  await expect(page.getByText('Thank you, 2 files received')).toBeVisible();
  await picture('repeated');
  await expectAccessible(page);
  const items = await vaultApi.items('Inbox');
  expect(items.map(({ name, versionCount }) => [name, versionCount])).toEqual([
    ['image (1).jpg', 1],
    ['image (2).jpg', 1],
    ['image.jpg', 1],
  ]);
});

test('USE-08 the giver sees why names are refused and uploads the files with other names', async ({
  page,
  vaultApi,
  picture,
}, testInfo) => {
  await vaultApi.createFolders('Inbox');
  const disk = await writeFiles(testInfo.outputPath('disk'), {
    'Papers/good.txt': '1',
    'Papers/Übersicht.txt': '2',
    'Papers/café/menü.txt': '3',
  });
  await page.goto(await makeLink(vaultApi, { kind: 'REQUEST', path: 'Inbox' }));
  const { folder, heading } = linkPage(page);
  await expect(heading).toHaveText('Inbox');
  await folder.setInputFiles(`${disk}/Papers`);
  await expect(page.getByText('1 file received, 2 not')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('listitem')).toContainText([
    'Papers/café – ',
    'Papers/café/menü.txt – ',
    'Papers/Übersicht.txt – ',
  ]);
  await page.getByRole('button', { name: 'Upload with allowed names' }).click();
  const newName = (path: string) => page.getByLabel(`New name of ${path}`, { exact: true });
  await expect(newName('Papers/café')).toHaveValue('cafe');
  await expect(newName('Papers/café/menü.txt')).toHaveValue('menue.txt');
  await expect(newName('Papers/Übersicht.txt')).toHaveValue('Uebersicht.txt');
  await expectAccessible(page);
  await picture('proposals');
  const send = page.getByRole('button', { name: 'Upload with these names' });
  await newName('Papers/Übersicht.txt').fill('Summary?.txt');
  await expect(send).toBeDisabled();
  await newName('Papers/Übersicht.txt').fill('Summary.txt');
  await send.click();
  await expect(page.getByText('Thank you, 3 files received')).toBeVisible();
  await expect(page.getByText('Not added:')).toHaveCount(0);
  expect(await vaultApi.names('Inbox/Papers')).toEqual(['cafe', 'good.txt', 'Summary.txt']);
  expect(await vaultApi.names('Inbox/Papers/cafe')).toEqual(['menue.txt']);
});

test('of many files that are not added, the first fifty are named', async ({ page, vaultApi }) => {
  const { files } = await openRequest(page, vaultApi);
  const names = Array.from({ length: 60 }, (_, n) => `${n}-ü.txt`);
  await files.setInputFiles(inMemory(Object.fromEntries(names.map((name) => [name, 'x']))));
  const lines = page.getByRole('alert').getByRole('listitem');
  await expect(lines).toHaveCount(51);
  await expect(lines.last()).toHaveText('and 10 more');
});

test('USE-15 a reload shows the files given and the receipt; another photo gets its own name', async ({
  page,
  vaultApi,
  picture,
}) => {
  const { files } = await openRequest(page, vaultApi);
  await files.setInputFiles([photo('image.jpg', 'one')]);
  await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
  await page.reload();
  const given = page.getByRole('region', { name: 'You have given' });
  await expect(given.getByRole('listitem')).toContainText(['image.jpg']);
  await expectAccessible(page);
  await picture('given');
  await page.getByRole('button', { name: 'Show receipt' }).click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('image.jpg');
  await files.setInputFiles([photo('image.jpg', 'another one')]);
  await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
  expect(await vaultApi.names('Inbox')).toEqual(['image (1).jpg', 'image.jpg']);
});

test('USE-15 a recipient with a verified address sees the files given on every device', async ({
  page,
  browser,
  vaultApi,
  vault,
}) => {
  await vaultApi.createFolders('Inbox');
  const email = 'zoe.given@example.test';
  const url = await makeLink(vaultApi, { kind: 'REQUEST', path: 'Inbox', receiveByEmails: [email] });
  const codesTo = async (address: string) =>
    (await vault.mails()).filter((mail) => /^Subject: Your code/m.test(mail) && mail.includes(address));
  let asked = 0;
  const unlock = async (on: typeof page) => {
    await on.goto(url);
    const link = linkPage(on);
    await link.email.fill(email);
    await on.getByRole('button', { name: 'Send code' }).click();
    await expect.poll(async () => (await codesTo(email)).length).toBe(++asked);
    // A complete code is submitted automatically.
    await link.code.fill(await codeFor(vault, email));
    await expect(link.heading).toHaveText('Inbox');
    return link;
  };
  const { files } = await unlock(page);
  await files.setInputFiles([photo('return.pdf', 'draft')]);
  await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
  const phone = await browser.newPage({ baseURL: vault.url });
  await unlock(phone);
  const given = phone.getByRole('region', { name: 'You have given' });
  await expect(given.getByRole('listitem')).toContainText(['return.pdf']);
  await phone.close();
});
