import { startSmtpProxy } from '../server/src/testing/smtp-proxy.ts';
import { startSmtp } from '../server/src/testing/smtp.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectToast } from './support/files-tab.ts';
import { linksOf } from './support/links-tab.ts';
import { FEW_OWNERS } from './support/people.ts';
import { startVault } from './support/server.ts';
import { openShare } from './support/share-modal.ts';
import { expect, openVault, test as base } from './support/test.ts';

/** A vault whose mail server accepts every mail but whose replies are lost. */
const test = base.extend<object>({
  vault: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const smtp = await startSmtp();
      const proxy = await startSmtpProxy(smtp.url);
      proxy.breakAt('message', 'hang up');
      const vault = await startVault({ SMTP_URL: proxy.url, MAIL_FROM: 'vault@example.test' }, FEW_OWNERS);
      await use({ ...vault, mails: async () => smtp.mails.map(({ raw }) => raw) });
      await vault.stop();
      await proxy.close();
      await smtp.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('SAFE-29 after an unconfirmed mail the modal shows the link and a message', async ({
  page,
  vaultApi,
  vault,
  picture,
}) => {
  await vaultApi.put({ 'a.txt': 'a' });
  await openVault(page, vaultApi);
  const modal = await openShare(page, 'a.txt', 'Share Link');
  await modal.specific.check();
  await modal.emails.fill('ann@example.test');
  await modal.noDate.check();
  await modal.sendEmail.click();
  await expectToast(page, 'The sharing link has been successfully created.');
  await expect(modal.outcome).toHaveText('The link to a.txt is ready. The e-mail is for:');
  await expect(modal.dialog.getByRole('listitem')).toHaveText(['ann@example.test']);
  await expect(modal.dialog).toContainText(
    'The mail server has not confirmed the e-mail. The link works; the vault keeps trying to send it.',
  );
  await expectAccessible(page);
  await picture('unconfirmed');
  const address = await modal.link.inputValue();
  expect((await vault.mails())[0]).toContain(address);
  expect(await linksOf(vaultApi)).toMatchObject([{ fileName: 'a.txt' }]);
  expect((await page.request.get(address)).status()).toBe(200);
});
