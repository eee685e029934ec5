import { type SharePayload, contract } from '@vault/contract';
import { expect, type Page } from '@playwright/test';
import type { VaultApi } from './vault-api.ts';
import type { Vault } from './server.ts';

const { sharing } = contract;

/** Creates a link by an API call. @returns its address */
export async function makeLink(
  { client, recordId }: VaultApi,
  { kind = 'SHARE', ...options }: Partial<SharePayload> & { kind?: 'SHARE' | 'REQUEST' },
): Promise<string> {
  const byMail = options.receiveByEmails !== undefined;
  const [link, mail] =
    kind === 'SHARE'
      ? [sharing.shareLink, sharing.shareByEmail]
      : [sharing.requestLink, sharing.requestByEmail];
  const { accessUrl } = await client.data(byMail ? mail : link, {
    params: { recordId },
    body: { accessType: byMail ? 'SpecificRecipients' : 'Anyone', ...options },
  });
  return accessUrl;
}

/** Creates a request for a new folder 'Inbox' and opens it as a visitor. */
export async function openRequest(page: Page, vaultApi: VaultApi, options: Partial<SharePayload> = {}) {
  await vaultApi.createFolders('Inbox');
  const url = await makeLink(vaultApi, { kind: 'REQUEST', path: 'Inbox', ...options });
  await page.goto(url);
  const link = linkPage(page);
  await expect(link.heading).toHaveText('Inbox');
  return { ...link, url };
}

/** Waits for a code that was mailed to an address. @returns the newest one */
export async function codeFor(vault: Vault, email: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const mails = (await vault.mails()).filter(
        (mail) => /^Subject: Your code/m.test(mail) && mail.includes(email),
      );
      code = /^\s*(\d{6})\s*$/m.exec(mails.at(-1) ?? '')?.[1] ?? '';
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}

/** Locators of the pages of links. */
export function linkPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1 }),
    row: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
    open: (name: string) => page.getByRole('button', { name, exact: true }),
    download: (name: string) => page.getByRole('button', { name: `Download ${name}`, exact: true }),
    downloadAll: page.getByRole('button', { name: 'Download all' }),
    password: page.getByLabel('Password', { exact: true }),
    email: page.getByLabel('Your e-mail address'),
    code: page.getByLabel('Code', { exact: true }),
    problem: page.getByRole('alert'),
    files: page.getByLabel('Files to send'),
    folder: page.getByLabel('Folder to send'),
    uploads: page.getByRole('list', { name: 'Uploads' }),
    giver: page.getByLabel('Your name or e-mail address'),
    takePhoto: page.getByRole('button', { name: 'Take a photo' }),
    photo: page.getByLabel('Photo to send'),
    send: page.getByRole('button', { name: 'Send', exact: true }),
    combine: page.getByRole('switch', { name: /into one PDF$/ }),
    pdfName: page.getByLabel('Name of the PDF'),
  };
}
