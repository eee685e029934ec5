import { linkingDocx, rawDocx, wordXml } from '../server/src/testing/office-documents.ts';
import { rawZip } from '../server/src/testing/raw-zip.ts';
import { expectAccessible } from './support/accessible.ts';
import { docx, pptx } from './support/documents.ts';
import { escape } from './support/files-tab.ts';
import { linkPage, makeLink } from './support/link-page.ts';
import { FEW_OWNERS } from './support/people.ts';
import { openPreview } from './support/preview-modal.ts';
import { startVault } from './support/server.ts';
import { expect, openVault, test as base } from './support/test.ts';

/** A vault without an office converter. */
const test = base.extend({
  vault: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const vault = await startVault({ OFFICE_CONVERTER: 'none' }, FEW_OWNERS);
      await use(vault);
      await vault.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const MAIL = [
  'From: Ada <ada@firm.example>',
  'To: ben@client.example',
  'Subject: Papers',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x\r\nContent-Type: text/html\r\n\r\n<p>Dear <b>Ben</b><img src="https://tracker.example/a.gif"></p>',
  '--x\r\nContent-Disposition: attachment; filename=fee.pdf\r\n\r\nAAAA',
  '--x--',
].join('\r\n');

/** One second of silence as a WAV file. */
function silence(): Buffer {
  const samples = Buffer.alloc(8000, 128);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

test('USE-31 previews of Word and PowerPoint files show that they are simplified and link the original', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({
    'Letter.docx': await docx('Dear client'),
    'Talk.pptx': await pptx('Results', 'Outlook'),
  });
  await openVault(page, vaultApi);
  for (const [name, text] of Object.entries({ 'Letter.docx': 'Dear client', 'Talk.pptx': 'Outlook' })) {
    const { stage, dialog, button } = await openPreview(page, name);
    await expect(stage.frameLocator('iframe').locator('body')).toContainText(text);
    await expect(stage).toContainText('Simplified view');
    await expectAccessible(page);
    await picture(name);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      button('Download the original').click(),
    ]);
    expect(saved.suggestedFilename()).toBe(name);
    await escape(page);
    await expect(dialog).toBeHidden();
  }
});

test('USE-32 previews of mails, ZIPs, Markdown and code load no external resources', async ({
  page,
  vaultApi,
  picture,
}) => {
  await vaultApi.put({
    'Mail.eml': MAIL,
    'Pack.zip': rawZip([{ name: 'in/deep.txt', content: 'hello' }]),
    'Notes.md': '# Fees\n\n![logo](https://tracker.example/b.gif)\n\n<script>alert(1)</script>',
    'code.ts': 'const answer = 42; // the <answer>\n',
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openVault(page, vaultApi);
  const texts = {
    'Mail.eml': ['Dear Ben', 'fee.pdf', 'ada@firm.example'],
    'Pack.zip': ['in/deep.txt', '1 file'],
    'Notes.md': ['Fees', 'logo', '<script>alert(1)</script>'],
  };
  for (const [name, expected] of Object.entries(texts)) {
    const { stage, dialog } = await openPreview(page, name);
    for (const text of expected)
      await expect(stage.frameLocator('iframe').locator('body')).toContainText(text);
    await expectAccessible(page);
    await picture(name);
    await escape(page);
    await expect(dialog).toBeHidden();
  }
  const { stage } = await openPreview(page, 'code.ts');
  await expect(stage).toContainText('const answer = 42; // the <answer>');
  await expect(stage.locator('[data-coloured] span').first()).toHaveText('const');
  await expectAccessible(page);
  await picture('code.ts');
  expect(asked.filter((url) => url.includes('tracker.example'))).toEqual([]);
});

test('USE-32 audio plays from a signed address, and from a renewed one when the first has expired', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Memo.wav': silence() });
  await openVault(page, vaultApi);
  // The first address has expired.
  await page.route('**/file-system/previews/*', (route) => route.fulfill({ status: 403 }), { times: 1 });
  const renewal = page.waitForRequest(/preSign\?.*renews=/);
  const { stage } = await openPreview(page, 'Memo.wav');
  const player = stage.locator('audio');
  await renewal;
  await expect(player).toHaveJSProperty('duration', 1);
  await player.evaluate((audio) => audio.play());
  await expect(player).toHaveJSProperty('ended', true);
  await expectAccessible(page);
});

test('USE-31 the preview of an unreadable document shows a message and a download button', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({
    'bomb.docx': rawDocx(wordXml('<w:sdt>'.repeat(50_000) + '</w:sdt>'.repeat(50_000))),
    'cut.pptx': Buffer.from((await pptx('x')).subarray(0, 2000)),
    'linked.docx': linkingDocx('/etc/passwd'),
    'none.eml': 'not a mail',
  });
  await openVault(page, vaultApi);
  for (const name of ['bomb.docx', 'cut.pptx', 'none.eml']) {
    const { stage, dialog } = await openPreview(page, name);
    await expect(stage).toContainText('This document cannot be shown.');
    const save = stage.getByRole('button', { name: 'Download the file' });
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(saved.suggestedFilename()).toBe(name);
    await escape(page);
    await expect(dialog).toBeHidden();
  }
  const { stage } = await openPreview(page, 'linked.docx');
  await expect(stage.frameLocator('iframe').locator('body')).toContainText('before');
});

test('USE-31 USE-32 recipients see the same previews', async ({ page, vaultApi, picture }) => {
  await vaultApi.put({
    'In/Letter.docx': await docx('Dear client'),
    'In/Mail.eml': MAIL,
    'In/Notes.md': '# Fees',
    'In/code.py': 'import os  # all',
    'In/Memo.wav': silence(),
    'In/none.eml': 'not a mail',
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(await makeLink(vaultApi, { paths: ['In'], allowDownload: true }));
  const { open } = linkPage(page);
  const dialog = page.getByRole('dialog');
  for (const [name, text] of Object.entries({
    'Letter.docx': 'Dear client',
    'Mail.eml': 'Dear Ben',
    'Notes.md': 'Fees',
  })) {
    await open(name).click();
    await expect(dialog.frameLocator('iframe').locator('body')).toContainText(text);
    await expect(dialog.getByText('Simplified view')).toHaveCount(name === 'Letter.docx' ? 1 : 0);
    await expectAccessible(page);
    await picture(`recipient ${name}`);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  await open('code.py').click();
  await expect(dialog.locator('[data-coloured] span').first()).toHaveText('import');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await open('Memo.wav').click();
  await expect(dialog.locator('audio')).toHaveJSProperty('duration', 1);
  await expect(dialog.locator('audio')).toHaveAttribute('src', /^http.*\/preview\//);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await open('none.eml').click();
  await expect(dialog).toContainText('This document cannot be shown.');
  await expect(dialog.getByRole('button', { name: 'Download the file' })).toBeVisible();
});
