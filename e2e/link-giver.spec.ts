import { contract } from '@vault/contract';
import { PDFDocument } from 'pdf-lib';
import { TURNED_HEIC } from '../server/src/testing/pictures.ts';
import { expectAccessible } from './support/accessible.ts';
import type { VaultApi } from './support/vault-api.ts';
import { picture as drawn } from './support/documents.ts';
import { codeFor, linkPage, makeLink, openRequest } from './support/link-page.ts';
import { linksOf, openLinkDetails, openLinks } from './support/links-tab.ts';
import { countTaps } from './support/taps.ts';
import { expect, type Page, test } from './support/test.ts';
import { inMemory } from './support/upload-modal.ts';

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

/** Returns the givers of the newest link, as its views show them. */
async function giversOf(vaultApi: VaultApi) {
  const [link] = await linksOf(vaultApi);
  const query = { type: 'Link_View', relationId: link?.id ?? '', sort: 'createdDate,asc' } as const;
  const { content } = await vaultApi.client.data(contract.history.accessRecords, { query });
  return content.flatMap((view) => (view.content === 'Upload' ? [`${view.accessor}: ${view.givenAs}`] : []));
}

/** Taps 'Take a photo' and takes a photo with the camera. */
async function takePhoto(page: Page, taps: ReturnType<typeof countTaps>, name: string): Promise<void> {
  const camera = page.waitForEvent('filechooser');
  await taps.tap(linkPage(page).takePhoto);
  const chooser = await camera;
  await expect(linkPage(page).photo).toHaveAttribute('capture', 'environment');
  taps.tapOutside();
  await chooser.setFiles(jpeg(name, Buffer.from(`photo ${name}`)));
}

test.describe('a link opened on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('USE-47 from the mail to an uploaded photo: 4 taps with the name, 3 with a stored name', async ({
    page,
    vaultApi,
    picture,
  }) => {
    // Chromium has this property only on phones; its phone emulation does not have it.
    await page.addInitScript(
      "Object.defineProperty(HTMLInputElement.prototype, 'capture', { value: '', configurable: true })",
    );
    await vaultApi.createFolders('Inbox');
    const url = await makeLink(vaultApi, { kind: 'REQUEST', path: 'Inbox', askGiver: true });
    const { giver } = linkPage(page);
    const first = countTaps();
    await first.followLink(page, url);
    await first.tap(giver);
    await giver.pressSequentially('Zoe Meier');
    await expect(page.getByRole('button', { name: 'Choose folder' })).toHaveCount(0);
    await expectAccessible(page);
    await picture('camera');
    await takePhoto(page, first, 'one.jpg');
    await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
    expect(first.count()).toBeLessThanOrEqual(4);

    const next = countTaps();
    await next.followLink(page, url);
    await expect(giver).toHaveValue('Zoe Meier');
    await takePhoto(page, next, 'two.jpg');
    await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
    expect(next.count()).toBeLessThanOrEqual(3);
    expect(await giversOf(vaultApi)).toEqual(['Public: Zoe Meier', 'Public: Zoe Meier']);
  });

  test('RECIP-05 from the mail to the saved file: 2 taps, 3 with a password or a code', async ({
    page,
    vaultApi,
    vault,
  }) => {
    await vaultApi.put({ 'letter.txt': 'dear' });
    const { sfid } = await vaultApi.item('letter.txt');
    const share = { externalIds: [sfid], allowDownload: true };
    const link = linkPage(page);
    const save = async (taps: ReturnType<typeof countTaps>) => {
      const saved = page.waitForEvent('download');
      await taps.tap(link.download('letter.txt'));
      expect((await saved).suggestedFilename()).toBe('letter.txt');
      return taps.count();
    };

    const plain = countTaps();
    await plain.followLink(page, await makeLink(vaultApi, share));
    expect(await save(plain)).toBeLessThanOrEqual(2);

    const locked = countTaps();
    const password = 'a good password';
    await locked.followLink(page, await makeLink(vaultApi, { ...share, havePassword: true, password }));
    await locked.tap(link.password);
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    expect(await save(locked)).toBeLessThanOrEqual(3);

    const named = countTaps();
    const email = 'zoe.taps@example.test';
    await named.followLink(page, await makeLink(vaultApi, { ...share, receiveByEmails: [email] }));
    await named.tap(link.email);
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    // The code field has the focus, and a complete code is submitted automatically.
    await expect(link.code).toBeFocused();
    await page.keyboard.type(await codeFor(vault, email));
    expect(await save(named)).toBeLessThanOrEqual(3);
  });
});

test('USE-47 files wait for the name; the sharer sees that the name is not verified', async ({
  page,
  vaultApi,
  picture,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { files, giver, problem, send } = await openRequest(page, vaultApi, { askGiver: true });
  await files.setInputFiles(inMemory({ 'a.txt': 'hello' }));
  await expect(problem).toHaveText('Please enter your name or e-mail address.');
  await expect(giver).toBeFocused();
  await expect(page.getByRole('heading', { name: '1 file to send' })).toBeVisible();
  await expectAccessible(page);
  await picture('without-name');
  await giver.fill('zoe@example');
  await send.click();
  await expect(problem).toContainText('This e-mail address is not complete.');
  expect(await vaultApi.names('Inbox')).toEqual([]);
  await giver.fill('<b>Zoe</b> Meier');
  await giver.press('Enter');
  await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 file to send' })).toHaveCount(0);
  expect(await giversOf(vaultApi)).toEqual(['Public: <b>Zoe</b> Meier']);

  await page.setViewportSize({ width: 1366, height: 650 });
  await openLinks(page, vaultApi);
  const { value } = await openLinkDetails(page, 'Inbox');
  const asks = value('Visitors').getByRole('checkbox', { name: 'Ask for name or e-mail' });
  await expect(asks).toBeChecked();
  await value('Visitors').getByRole('button', { name: 'Edit whether visitors are asked' }).click();
  await asks.uncheck();
  await value('Visitors').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated successfully.')).toBeVisible();
  await expect(asks).not.toBeChecked();
  expect((await linksOf(vaultApi))[0]).toMatchObject({ askGiver: false });
  await value('Link views').getByRole('button', { name: 'Detail' }).click();
  const views = page.getByRole('dialog', { name: 'Link views' });
  await expect(views.getByRole('cell', { name: /Public given as <b>Zoe<\/b> Meier/ })).toBeVisible();
  await expectAccessible(page);
  await picture('views');
});

test('USE-47 photos become one upright PDF with the chosen name; an unreadable photo stays a file', async ({
  page,
  vaultApi,
  picture,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { files, send, combine, pdfName, problem } = await openRequest(page, vaultApi);
  await files.setInputFiles([
    jpeg(
      'turned.jpg',
      Buffer.from(await drawn({ width: 4000, height: 3000, format: 'jpeg', orientation: 6 })),
    ),
    { name: 'phone.heic', mimeType: 'image/heic', buffer: Buffer.from(TURNED_HEIC) },
    {
      name: 'wide.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await drawn({ width: 400, height: 100, format: 'png' })),
    },
  ]);
  await expect(page.getByRole('heading', { name: '3 files to send' })).toBeVisible();
  await expect(combine).not.toBeChecked();
  await combine.check();
  await expect(pdfName).toHaveValue(/^Photos \d{4}-\d\d-\d\d$/);
  await pdfName.fill('');
  await send.click();
  await expect(problem).toHaveText('Please enter the file or folder name.');
  await pdfName.fill('Passport');
  await expectAccessible(page);
  await picture('combine');
  await send.click();
  await expect(page.getByText('Thank you, 2 files received')).toBeVisible();
  await expect(problem).toContainText('phone.heic');
  await page.getByRole('button', { name: 'Show receipt' }).click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Passport.pdf');
  await expectAccessible(page);
  await picture('combined');
  expect(await vaultApi.names('Inbox')).toEqual(['Passport.pdf', 'phone.heic']);
  const pdf = await PDFDocument.load(await vaultApi.bytes('Inbox/Passport.pdf'));
  const sizes = pdf.getPages().map((one) => one.getSize());
  // 4000 × 3000 px, rotated by its EXIF orientation, then the wide photo.
  expect(sizes.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
    [632, 842],
    [842, 211],
  ]);
});

test('USE-15 a device shows its files of a public request after the visit has ended', async ({
  page,
  context,
  vaultApi,
}) => {
  const { files, url } = await openRequest(page, vaultApi);
  await files.setInputFiles(inMemory({ 'a.txt': 'hello' }));
  await expect(page.getByText('Thank you, 1 file received')).toBeVisible();
  // A new tab has no visit, as after the expiry of the visit.
  await page.close();
  const later = await context.newPage();
  await later.goto(url);
  const given = later.getByRole('region', { name: 'You have given' });
  await expect(given.getByRole('listitem')).toContainText(['a.txt']);
  await expect(later.getByRole('button', { name: 'Show receipt' })).toBeVisible();
});
