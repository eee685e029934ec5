import { expectToast } from './support/files-tab.ts';
import { linkPage, makeLink } from './support/link-page.ts';
import { openPreview } from './support/preview-modal.ts';
import { expect, type Locator, openVault, type Page, test } from './support/test.ts';

// The button is still enabled for a second click before the next render, because the page does not show the running
// call yet.

const FAILURE = { code: 503, data: null, errorMessage: 'Out of order.' };

const isCall = (url: URL) => url.pathname.startsWith('/api/');

async function pressTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await expect(button).not.toHaveClass(/loading/);
  await button.evaluate((element) => {
    for (let n = 0; n < 2; n += 1) (element as unknown as { click: () => void }).click();
  });
}

/** Clicks a button twice during a server failure, and twice afterwards; expects one call for each pair. */
async function expectOneCallEach(page: Page, button: Locator, done: () => Promise<void>): Promise<void> {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && isCall(new URL(request.url()))) calls.push(request.url());
  });
  /** Ignores calls that the page makes automatically afterwards. */
  const sent = () => calls.filter((url) => url === calls[0]);
  await page.route(isCall, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, json: FAILURE }),
  );
  await pressTwice(button);
  // The message is visible only after the button is enabled again; the reply alone does not show that.
  await expect(page.getByText(FAILURE.errorMessage).first()).toBeVisible();
  expect(sent()).toHaveLength(1);
  await page.unroute(isCall);
  await pressTwice(button);
  await done();
  expect(sent()).toHaveLength(2);
}

test('PREVIEW-20 clicking Save twice saves one version, also after a failure', async ({ page, vaultApi }) => {
  await vaultApi.put({ 'Notes.txt': 'x' });
  await openVault(page, vaultApi);
  const { button, editor } = await openPreview(page, 'Notes.txt');
  await button('Edit').click();
  await expect(editor).toBeFocused();
  await page.keyboard.type('more ');
  await expectOneCallEach(page, button('Save'), () => expectToast(page, 'Updated successfully.'));
});

test('RECIP-03 clicking Open twice sends the password once, also after a failure', async ({
  page,
  vaultApi,
}) => {
  await vaultApi.put({ 'Papers/a.txt': 'a' });
  await page.goto(await makeLink(vaultApi, { paths: ['Papers'], havePassword: true, password: 'Right123' }));
  const { password, open, heading } = linkPage(page);
  await password.fill('Right123');
  await expectOneCallEach(page, open('Open'), () => expect(open('a.txt')).toBeVisible());
  await expect(heading).toHaveText('Papers');
});
