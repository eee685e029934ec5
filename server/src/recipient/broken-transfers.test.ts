import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DependencyUnavailable } from '../platform/unavailable.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { damage, DAMAGES, fileOf } from '../testing/damage.ts';
import { ACME } from '../testing/seeded-items.ts';
import { dataOf } from './fixtures/submissions.ts';
import { makeLink, open, put } from './fixtures/visitors.ts';

// Every way to get the bytes of a file: of people and of visitors.

const { download, preview, recipient } = contract;
const LARGE_BYTES = 3_000_000;
const FOLDER = 'Shared';

let vault: TestApp;
let ada: Client;
beforeAll(async () => {
  vault = await createTestApp();
  ada = await vault.as('everything');
});
afterAll(() => vault.close());

type Transfer = (file: { id: string; externalId: string }) => Promise<Response>;

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  ada.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const visitor = async () => open(vault, await makeLink(vault, { paths: [FOLDER], allowDownload: true }));

const TRANSFERS: Record<string, Transfer> = {
  'a download of a file': ({ id }) =>
    ada.fetch(download.version.path.replace(':sfid', id), { method: 'POST' }),
  'a range of a file to its end': ({ id }) =>
    ada.fetch(download.version.path.replace(':sfid', id), {
      method: 'POST',
      headers: { range: 'bytes=1000-' },
    }),
  'a ZIP': () => post(download.selection.path, { linkId: ACME, paths: [FOLDER] }),
  'a ticket': async ({ id }) => {
    const { url } = await ada.data(download.ticket, { body: { linkId: ACME, sfids: [id] } });
    return fetch(url);
  },
  'a preview': async ({ externalId }) =>
    fetch(await ada.data(preview.address, { params: { externalId }, query: {} })),
  'a preview behind a link': async ({ externalId }) =>
    (await visitor()).ask(recipient.preview, { params: { externalId } }),
  'a download behind a link': async ({ id }) =>
    (await visitor()).ask(recipient.download, { body: { sfids: [id] } }),
  'a ZIP behind a link': async () => (await visitor()).ask(recipient.download, { body: { paths: [FOLDER] } }),
  'a ticket behind a link': async ({ id }) => {
    const ticket = await (await visitor()).ask(recipient.downloadTicket, { body: { sfids: [id] } });
    return fetch((await dataOf<{ url: string }>(ticket)).url);
  },
};

/** Lets reads of a blob fail after their first bytes, as a disk that is removed. @returns restores the store */
function failReadsOf(key: string): () => void {
  const { blobStore } = vault.deps;
  const openBlob = blobStore.open.bind(blobStore);
  blobStore.open = async (blob, range) => {
    const reader = await openBlob(blob, range);
    if (blob.key !== key) return reader;
    let left = LARGE_BYTES / 2;
    const read = async (target: Uint8Array) => {
      left -= target.length;
      if (left < 0) throw new DependencyUnavailable('blobs', 'read of a blob: EIO');
      return reader.read(target);
    };
    return { read, close: () => reader.close() };
  };
  return () => {
    blobStore.open = openBlob;
  };
}

describe.each(Object.entries(TRANSFERS))('SAFE-03 %s', (_name, transfer) => {
  const file = async () => {
    await sql`delete from item where kind = 'file'`.execute(vault.database.kysely);
    await put(vault, { folder: FOLDER, name: 'large.png', bytes: randomBytes(LARGE_BYTES) });
    return fileOf(vault, 'large.png');
  };

  it('SAFE-03 arrives whole when the bytes are right', async () => {
    const reply = await transfer(await file());
    const { byteLength } = await reply.arrayBuffer();
    expect(reply.ok && byteLength >= LARGE_BYTES - 1000).toBe(true);
  });

  it.each(['short', 'flipped at the last byte'] as const)(
    'SAFE-03 ends as a broken transfer when the bytes are %s',
    async (how) => {
      const found = await file();
      await damage(vault, found.blobKey, DAMAGES[how]);
      const reply = await transfer(found);
      expect(reply.ok).toBe(true);
      await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
    },
  );

  it('SAFE-03 ends as a broken transfer when the disk fails in the middle', async () => {
    const found = await file();
    const restore = failReadsOf(found.blobKey);
    try {
      // The connection can end before or after the head of the reply.
      const bytes = transfer(found).then((reply) => reply.arrayBuffer());
      await expect(bytes).rejects.toThrow(/terminated|fetch failed/);
    } finally {
      restore();
    }
  });
});
