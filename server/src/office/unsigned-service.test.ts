import { contract, type Landing } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createOfficeTestSetup,
  Opened,
  type OfficeTestSetup,
  putFile,
} from '../testing/office-test-setup.ts';
import { externalIdOf, makeLink } from '../testing/links.ts';
import { openLink } from './fixtures/visitors.ts';

// Uses real HTTP and PostgreSQL. The service has no proof keys: a visitor can send its calls.

const { recipient } = contract;

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup({}, { isSigning: false });
});
afterAll(() => setup.close());

let folders = 0;

async function share(options: object, on = setup) {
  folders += 1;
  const folder = `Shared ${folders}`;
  const fileId = await putFile(on, 'plan.docx', 'the original', { folder });
  const link = await makeLink(on.vault, { paths: [folder], edit: true, ...options });
  const visitor = await openLink(on, link);
  const params = { externalId: await externalIdOf(on.vault, fileId) };
  const { code, data: address } = await visitor.ask<string>(recipient.editAddress, { params });
  const { data: landing } = await visitor.ask<Landing>(recipient.landing, {});
  return { fileId, link, visitor, params, code, address, landing };
}

describe('GUARD-13 a link without download and an office service that does not sign its calls', () => {
  test("the service opens nothing, and the page shows the vault's own preview", async () => {
    const { code, address, landing } = await share({});
    expect([code, address, landing.allowEdit]).toEqual([200, '', false]);
  });

  test('a window that was opened with the download right gives no bytes after it is lost', async () => {
    const { fileId, link, address, landing } = await share({ allowDownload: true });
    expect(landing.allowEdit).toBe(true);
    const file = new Opened(setup.service, fileId, await setup.service.open(address));
    expect(await file.bytes()).toBe('the original');
    await sql`update link set allow_download = false where id = ${link.id}`.execute(
      setup.vault.database.kysely,
    );
    for (const path of ['', '/contents'] as const) expect((await file.get(path)).status).toBe(404);
    expect((await file.put('x', 'mine')).status).toBe(404);
  });

  test('with signed calls the service opens the document, and an unsigned call gets no bytes', async () => {
    const signing = await createOfficeTestSetup();
    try {
      const { fileId, address, landing } = await share({}, signing);
      expect(landing.allowEdit).toBe(true);
      const file = new Opened(signing.service, fileId, await signing.service.open(address));
      expect(await file.bytes()).toBe('the original');
      expect((await file.get('/contents', { signing: null })).status).toBe(500);
    } finally {
      await signing.close();
    }
  });
});
