import { contract } from '@vault/contract';
import type { VaultApi } from './support/vault-api.ts';
import { rawDocx, wordXml } from '../server/src/testing/office-documents.ts';
import { docx } from './support/documents.ts';
import { escape } from './support/files-tab.ts';
import { openPreview, previewModal } from './support/preview-modal.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

// What records traces asks for broken pictures itself, by a way that the page's policy refuses, and that is an error.
test.use({ trace: 'off' });

/** Whoever runs this says so: by its address, by its title, by a window that has to be answered. */
const SCRIPT = `fetch('/ran'); document.title = 'ran'; alert('ran')`;
const HTML = `<!doctype html><html><head><title>quiet</title></head><body><script>${SCRIPT}</script>
  <img src="/none" onerror="${SCRIPT.replaceAll('"', "'")}"></body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT.replaceAll('"', "'")}">
  <script>${SCRIPT}</script><rect width="9" height="9"/></svg>`;

/** Everything that shows that a script ran, from now on. */
function traces(page: Page): string[] {
  const seen: string[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/ran') seen.push(`asked by ${request.frame().url()}`);
  });
  page.on('dialog', (dialog) => {
    seen.push(dialog.message());
    void dialog.dismiss();
  });
  return seen;
}

async function addressOf(vaultApi: VaultApi, name: string): Promise<string> {
  const { externalId } = await vaultApi.item(name);
  return vaultApi.client.data(contract.preview.address, {
    params: { externalId: externalId ?? '' },
    query: {},
  });
}

const DRESSED = {
  'page.txt': HTML,
  'page.png': HTML,
  'drawing.jpg': SVG,
  'page.pdf': HTML,
  'drawing.gif': SVG,
};

test('pages and drawings in the dress of another kind run nothing in the preview', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put(DRESSED);
  await openVault(page, vaultApi);
  const seen = traces(page);
  for (const name of Object.keys(DRESSED)) {
    const { dialog, stage } = await openPreview(page, name);
    const expected = name === 'page.txt' ? '<!doctype html>' : 'Preview is not supported.';
    await expect(stage).toContainText(expected);
    await escape(page);
    await expect(dialog).toBeHidden();
  }
  expect(seen).toEqual([]);
  await expect(page).toHaveTitle(/Vault/);
});

test('who opens the address of the bytes by itself gets no page of this origin', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put(DRESSED);
  const seen = traces(page);
  for (const name of Object.keys(DRESSED)) {
    const address = await addressOf(vaultApi, name);
    const { headers } = await vaultApi.client.fetch(address);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';(?!.*script-src)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).not.toMatch(/html|svg|xml/);
    // A browser that saves a file instead of showing it does not run it either.
    await page.goto(address).catch((error: unknown) => {
      if (!String(error).includes('Download is starting')) throw error;
    });
    await expect(page).not.toHaveTitle('ran');
  }
  expect(seen).toEqual([]);
});

test('PREVIEW-19 HTML and SVG have no address; a download of them is saved, never shown', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'page.html': HTML, 'drawing.svg': SVG });
  const seen = traces(page);
  for (const name of ['page.html', 'drawing.svg']) {
    const { externalId, sfid } = await vaultApi.item(name);
    const params = { externalId: externalId ?? '' };
    const refused = await vaultApi.client.call(contract.preview.address, { params, query: {} });
    expect(refused).toMatchObject({ code: 400, errorMessage: 'Preview is not supported.' });
    const reply = await vaultApi.client.fetch(contract.download.selection.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ linkId: vaultApi.recordId, sfids: [sfid], containsSubFolders: false }),
    });
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(seen).toEqual([]);
});

test('text in a Word document is text, whatever it looks like', async ({ page, vaultApi }) => {
  const text = '&lt;script&gt;alert(1)&lt;/script&gt;';
  await vaultApi.put({ 'Letter.docx': rawDocx(wordXml(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)) });
  await openVault(page, vaultApi);
  const seen = traces(page);
  const { stage } = await openPreview(page, 'Letter.docx');
  const frame = stage.locator('iframe');
  await expect(stage.locator('canvas, iframe')).toHaveCount(1, { timeout: 40_000 });
  if ((await frame.count()) > 0) await expect(frame).toHaveAttribute('sandbox', '');
  else await expect(stage).toHaveText('<script>alert(1)</script>');
  expect(seen).toEqual([]);
});

test('PREVIEW-02 broken documents have a clear message, and the next file works', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({
    '1 broken.docx': Buffer.from((await docx('Dear client')).subarray(0, 2000)),
    '2 broken.pdf': 'This is no PDF.',
    '3 broken.png': 'This is no picture.',
    '4 whole.txt': 'This is whole',
  });
  await openVault(page, vaultApi);
  await openPreview(page, '1 broken.docx');
  for (const [name, why] of Object.entries({
    '1 broken.docx': 'This document cannot be shown.',
    '2 broken.pdf': 'The document cannot be read.',
    '3 broken.png': 'The picture cannot be read.',
  })) {
    const { stage, dialog } = previewModal(page, name);
    await expect(stage).toContainText(why, { timeout: 40_000 });
    if (name !== '1 broken.docx') await expect(stage).toContainText('Preview is not supported.');
    await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
  }
  await expect(previewModal(page, '4 whole.txt').stage).toHaveText('This is whole');
});
