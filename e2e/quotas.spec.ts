import { contract } from '@vault/contract';
import { createClient } from '../server/src/testing/client.ts';
import { expectAccessible } from './support/accessible.ts';
import { linkPage, makeLink } from './support/link-page.ts';
import { FEW_OWNERS, people, RECORDS } from './support/people.ts';
import { startVault, type Vault } from './support/server.ts';
import { expect, openVault, test } from './support/test.ts';
import { expectStatuses, inMemory, openUpload } from './support/upload-modal.ts';
import { openVaultApi } from './support/vault-api.ts';

const RECORD_FULL = 'This vault is full. Delete items permanently, or tell your administrator.';
const LINK_LIMIT = 'Too many unfinished uploads here. Please try again in 2 hours.';

const { recipient, trash } = contract;

/** Leaves bytes behind a link that are never submitted. */
async function leaveUnfinished({ url }: Vault, link: string, bytes: number): Promise<void> {
  const token = link.split('/').at(-1) ?? '';
  const unlocked = await createClient(url, null).data(recipient.unlock, { params: { token }, body: {} });
  const visitor = createClient(url, unlocked.visitorToken);
  const address = await visitor.data(recipient.prepareUpload, {
    params: { token },
    query: { fileName: 'unfinished' },
    body: { RelFileName: 'unfinished.bin' },
  });
  const sent = await fetch(address, { method: 'PUT', body: 'x'.repeat(bytes) });
  expect(sent.status).toBe(200);
}

test('GUARD-24 a full record and a full link say what to do; Retry works when there is room', async ({
  page,
  picture,
}) => {
  // This journey starts a separate server, which takes time.
  test.slow();
  const small = await startVault({ RECORD_MAX_BYTES: '5000', WAITING_BYTES_PER_LINK: '3000' }, FEW_OWNERS);
  try {
    const vaultApi = await openVaultApi(small.url, people.everything, RECORDS.acme);
    await vaultApi.put({ 'old.txt': 'x'.repeat(4500) });

    await test.step('a person', async () => {
      await openVault(page, vaultApi, '', small.url);
      const modal = await openUpload(page);
      await modal.files.setInputFiles(inMemory({ 'new.txt': 'x'.repeat(1000), 'small.txt': 'x' }));
      await expectStatuses(page, { 'new.txt': 'Failed', 'small.txt': 'Completed' });
      await expect(modal.row('new.txt')).toContainText(RECORD_FULL);
      await expectAccessible(page);
      await picture('person');
      const { sfid } = await vaultApi.item('old.txt');
      await vaultApi.trash('old.txt');
      await vaultApi.client.data(trash.remove, { query: { ids: sfid } });
      // There is room when the job that deletes items has run.
      const isRefused = () =>
        vaultApi.put({ 'probe.txt': 'x'.repeat(600) }).then(
          () => false,
          () => true,
        );
      await expect.poll(isRefused).toBe(false);
      await modal.retry('new.txt').click();
      await expectStatuses(page, { 'new.txt': 'Completed' });
    });

    await test.step('a visitor', async () => {
      await vaultApi.createFolders('Inbox');
      const url = await makeLink(vaultApi, { kind: 'REQUEST', path: 'Inbox' });
      await leaveUnfinished(small, url, 2900);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(url);
      const { files, uploads } = linkPage(page);
      await files.setInputFiles(inMemory({ 'photo.jpg': 'x'.repeat(200) }));
      await expect(uploads).toContainText(LINK_LIMIT);
      await expect(page.getByRole('button', { name: 'Retry photo.jpg' })).toBeVisible();
      await expectAccessible(page);
      await picture('visitor');
    });
  } finally {
    await small.stop();
  }
});
