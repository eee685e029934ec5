import { contract } from '@vault/contract';
import type { VaultApi } from './support/vault-api.ts';
import { rawDocx, wordXml } from '../server/src/testing/office-documents.ts';
import { docx } from './support/documents.ts';
import { escape } from './support/files-tab.ts';
import { openPreview, previewModal } from './support/preview-modal.ts';
import { expect, openVault, type Page, test } from './support/test.ts';

// The trace recorder loads broken pictures in a way that the page's content security policy refuses with an error.
test.use({ trace: 'off' });

/** A script whose execution is detectable: by a request, by the title and by a dialog. */
const SCRIPT = `fetch('/ran'); document.title = 'ran'; alert('ran')`;
const HTML = `<!doctype html><html><head><title>quiet</title></head><body><script>${SCRIPT}</script>
  <img src="/none" onerror="${SCRIPT.replaceAll('"', "'")}"></body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT.replaceAll('"', "'")}">
  <script>${SCRIPT}</script><rect width="9" height="9"/></svg>`;

/** Collects the signs of an executed script: requests and dialogs. */
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

test('the preview runs no scripts of HTML and SVG files with another extension', async ({
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

test('the signed address of the bytes opens no page with the rights of this origin', async ({
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
    // The browser may also save the file, which runs no scripts.
    await page.goto(address).catch((error: unknown) => {
      if (!String(error).includes('Download is starting')) throw error;
    });
    await expect(page).not.toHaveTitle('ran');
  }
  expect(seen).toEqual([]);
});

test('PREVIEW-19 HTML and SVG have no signed address, and their downloads are attachments', async ({
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

test('markup in the text of a Word document is shown as text', async ({ page, vaultApi }) => {
  const text = '&lt;script&gt;alert(1)&lt;/script&gt;';
  await vaultApi.put({ 'Letter.docx': rawDocx(wordXml(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)) });
  await openVault(page, vaultApi);
  const seen = traces(page);
  const { stage } = await openPreview(page, 'Letter.docx');
  const frame = stage.locator('iframe');
  await expect(stage.locator('canvas, iframe')).toHaveCount(1);
  if ((await frame.count()) > 0) await expect(frame).toHaveAttribute('sandbox', '');
  else await expect(stage).toHaveText('<script>alert(1)</script>');
  expect(seen).toEqual([]);
});

test('PREVIEW-02 broken documents show a message, and the next file works', async ({ page, vaultApi }) => {
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
    await expect(stage).toContainText(why);
    if (name !== '1 broken.docx') await expect(stage).toContainText('Preview is not supported.');
    await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
  }
  await expect(previewModal(page, '4 whole.txt').stage).toHaveText('This is whole');
});
