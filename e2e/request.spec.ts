import { contract } from '@vault/contract';
import { createClient } from '../server/src/testing/client.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectToast } from './support/files-tab.ts';
import { linksOf } from './support/links-tab.ts';
import { clipboard, openShare } from './support/share-modal.ts';
import { expect, openVault, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('SCOPE-09 REQUEST-01 REQUEST-02 REQUEST-03 REQUEST-05 REQUEST-06 a request for a folder creates a link that only uploads into it', async ({
  page,
  vaultApi,
  vault,
}) => {
  await vaultApi.put({ 'Tax/secret.txt': 'x' });
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'Tax', 'Request Files from Others');
  await expect(modal.ticks).toHaveCount(3);
  await expect(modal.checkbox('Ask for name or e-mail')).toBeChecked();
  await expect(modal.checkbox('Notify me when accessed')).toBeVisible();
  await expect(modal.checkbox('Add my name')).toBeVisible();
  await expect(modal.checkbox('Allow download')).toHaveCount(0);
  await expect(modal.checkbox('Allow editing')).toHaveCount(0);
  await expect(modal.getLink).toBeEnabled();
  await expect(modal.sendEmail).toBeDisabled();
  await expectAccessible(page);
  await modal.noDate.check();
  const sent = page.waitForRequest((request) => /\/request\/[^/]+\/link$/.test(request.url()));
  await modal.getLink.click();
  expect((await sent).postDataJSON()).toMatchObject({
    path: 'Tax',
    externalIds: [],
    paths: [],
    allowDownload: false,
    edit: false,
    askGiver: true,
  });
  await expectToast(page, 'The sharing link has been successfully created.');
  await modal.button('Copy link').click();
  await expectToast(page, 'Link copied to clipboard.');
  const [link] = await linksOf(vaultApi);
  expect(link).toMatchObject({
    linkType: 'REQUEST',
    fileName: 'Tax',
    download: false,
    edit: false,
    askGiver: true,
  });
  const url = new URL(await clipboard(page));
  expect(url.href).toBe(link?.accessUrl);

  // A visitor of the link cannot list the folder.
  const token = url.pathname.split('/').at(-1) ?? '';
  const anonymous = createClient(vault.url, null);
  const visit = await anonymous.data(contract.recipient.unlock, { params: { token }, body: {} });
  const visitor = createClient(vault.url, visit.visitorToken);
  const answer = await visitor.call(contract.recipient.list, { params: { token }, query: {} });
  expect(answer.code).toBe(403);
});
