import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTINGS, type TestApp } from './testing/app.ts';
import { BROWSER_AGENT, type Client, createClient } from './testing/client.ts';
import { externalIdOf } from './testing/links.ts';
import { ACME, createOfficeTestSetup, type OfficeTestSetup, putFile } from './testing/office-test-setup.ts';
import { newUid } from './testing/upload-pipeline.ts';
import { waitingMails } from './testing/waiting-mails.ts';

// The attack: an anonymous caller names another host, and waits for an address of it in a reply, a page or a mail.

const EVIL = 'evil.example.test';
const HEADERS = {
  host: EVIL,
  'x-forwarded-host': EVIL,
  'x-forwarded-proto': 'https',
  forwarded: `host=${EVIL}`,
};
const PUBLIC_URL = 'https://vault.example.test';

/** A client whose requests name another host; `fetch` itself always sends the real one. */
function withForeignHost(vault: TestApp, token: string | null): Client {
  const client = createClient(vault.origin, token);
  client.fetch = async (path, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const sent = request(new URL(path, vault.origin), {
      method: init.method ?? 'GET',
      headers: { ...headers, ...authorization, 'user-agent': BROWSER_AGENT, ...HEADERS },
    });
    sent.end(init.body ?? undefined);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    const received = Object.entries(reply.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(await buffer(reply), { status: reply.statusCode ?? 0, headers: received });
  };
  return client;
}

/** The mails that were sent, as text without the soft line breaks of quoted-printable. */
async function sentMails({ blobsDir }: TestApp): Promise<string> {
  const outbox = join(blobsDir, '../outbox');
  const names = await readdir(outbox);
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.join('\n').replaceAll(/=\r?\n/g, '');
}

describe.each([
  ['without PUBLIC_URL: the listening address', SETTINGS],
  ['with PUBLIC_URL', { ...SETTINGS, publicUrl: PUBLIC_URL }],
  [
    'behind a proxy that passes the headers on',
    { ...SETTINGS, publicUrl: PUBLIC_URL, trustProxy: ['127.0.0.1'] },
  ],
])('GUARD-04 no address contains the Host of a request, %s', (_, settings) => {
  let setup: OfficeTestSetup;
  let vault: TestApp;
  let origin: string;
  let ada: Client;
  let fileId: string;
  let pdf: string;
  const hosts = new Set<string | undefined>();
  beforeAll(async () => {
    setup = await createOfficeTestSetup({ settings });
    ({ vault } = setup);
    vault.app.server.on('request', ({ headers }) => hosts.add(headers.host));
    origin = settings.publicUrl ?? vault.origin;
    ada = withForeignHost(vault, (await vault.as('everything')).token);
    fileId = await putFile(setup, 'plan.docx', 'a plan', { folder: 'Shared' });
    pdf = await externalIdOf(vault, await putFile(setup, 'plan.pdf', '%PDF-1.7', { folder: 'Shared' }));
    hosts.clear();
  });
  afterAll(() => setup.close());

  test('uploads, previews, downloads, exports and links of a user', async () => {
    const params = { recordId: ACME };
    const selection = { sfids: [fileId], linkId: ACME };
    const link = await ada.data(contract.sharing.shareLink, {
      params,
      body: { accessType: 'Anyone', paths: ['Shared'] },
    });
    const { content } = await ada.data(contract.links.list, { params, query: { page: 0, size: 10 } });
    const given = [
      await ada.data(contract.upload.prepare, {
        query: { fileName: newUid() },
        body: { RelFileName: 'a.txt' },
      }),
      await ada.data(contract.preview.address, { params: { externalId: pdf }, query: {} }),
      (await ada.data(contract.download.ticket, { body: selection })).url,
      await ada.data(contract.links.exportAddress, { params, query: {} }),
      link.accessUrl,
      content[0]?.accessUrl,
    ];
    expect(given.map((address) => new URL(address ?? '').origin)).toEqual(given.map(() => origin));
    expect([...hosts]).toEqual([EVIL]);
  });

  test('the window of an office document, and the WOPI address in it', async () => {
    const address = await ada.data(contract.preview.officeOnline, {
      params: { sfid: fileId },
      query: { action: 'edit' },
    });
    expect(new URL(address).origin).toBe(origin);
    const page = await ada.fetch(address.replace(origin, ''));
    const html = await page.text();
    expect(html).toContain(encodeURIComponent(`${origin}/wopi/files/${fileId}`));
    expect(html + JSON.stringify([...page.headers])).not.toContain(EVIL);
  });

  test('the mail to the firm about a visitor, and the addresses of the visitor', async () => {
    const { accessUrl } = await ada.data(contract.sharing.shareLink, {
      params: { recordId: ACME },
      body: { accessType: 'Anyone', paths: ['Shared'], allowDownload: true, edit: true, notify: true },
    });
    const token = accessUrl.split('/').at(-1) ?? '';
    const visit = await withForeignHost(vault, null).data(contract.recipient.unlock, {
      params: { token },
      body: {},
    });
    const visitor = withForeignHost(vault, visit.visitorToken);
    const externalId = await externalIdOf(vault, fileId);
    const params = { token, externalId };
    const given = [
      await visitor.data(contract.recipient.editAddress, { params }),
      await visitor.data(contract.recipient.previewAddress, {
        params: { token, externalId: pdf },
        query: {},
      }),
      (
        await visitor.data(contract.recipient.downloadTicket, {
          params: { token },
          body: { sfids: [fileId] },
        })
      ).url,
    ];
    expect(given.map((address) => new URL(address).origin)).toEqual(given.map(() => origin));
    const mails = async () => JSON.stringify(await waitingMails(vault));
    await expect.poll(mails).toContain(`${origin}/`);
    expect(await mails()).not.toContain(EVIL);
  });

  test('the mail to a recipient, and the address of an upload behind a request', async () => {
    const { accessUrl } = await ada.data(contract.sharing.requestByEmail, {
      params: { recordId: ACME },
      body: { accessType: 'SpecificRecipients', path: 'Shared', receiveByEmails: ['bob@example.test'] },
    });
    expect(new URL(accessUrl).origin).toBe(origin);
    const mails = await sentMails(vault);
    expect(mails).toContain(`${origin}/r/`);
    expect(mails).not.toContain(EVIL);

    const open = await ada.data(contract.sharing.requestLink, {
      params: { recordId: ACME },
      body: { accessType: 'Anyone', path: 'Shared' },
    });
    const token = open.accessUrl.split('/').at(-1) ?? '';
    const visit = await withForeignHost(vault, null).data(contract.recipient.unlock, {
      params: { token },
      body: {},
    });
    const address = await withForeignHost(vault, visit.visitorToken).data(contract.recipient.prepareUpload, {
      params: { token },
      query: { fileName: newUid() },
      body: { RelFileName: 'a.txt' },
    });
    expect(new URL(address).origin).toBe(origin);
  });
});
