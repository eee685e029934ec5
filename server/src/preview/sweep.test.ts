import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAllBlobs } from '../blobs/index.ts';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { fakeOffice, put } from './fixtures/previews.ts';

// Uses real HTTP, PostgreSQL, the blob store and the sweeper.

const office = fakeOffice(async () => Buffer.from('%PDF- page'));
let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp({ office });
});
afterAll(() => vault.close());

/** Sweeps after setting the age of all blobs to two days. */
async function sweepLater(): Promise<number> {
  await sql`update blob set used_at = now() - interval '2 days'`.execute(vault.database.kysely);
  await sweepAllBlobs(vault.deps);
  const { rows } = await sql<{ count: number }>`select count(*) as count from blob`.execute(
    vault.database.kysely,
  );
  return rows[0]?.count ?? 0;
}

test('D-27 a page is stored as long as its source, and deleted with it', async () => {
  const old = await put(vault, RECORDS.acme, { name: 'a.docx', bytes: 'old' });
  await put(vault, RECORDS.acme, { name: 'a.docx', bytes: 'new' });
  const path = contract.preview.office.path.replace(':externalId', old.externalId);
  const look = async () => (await vault.as('reader')).fetch(`${path}?versionId=${old.versionId}`);
  await (await look()).text();
  expect(await sweepLater()).toBe(3);
  expect(await (await look()).text()).toBe('%PDF- page');
  expect(office.asked.length).toBe(1);

  const removal = { params: { sfid: old.id }, query: { versionId: old.versionId } };
  await (await vault.as('editor')).data(contract.versions.remove, removal);
  expect(await sweepLater()).toBe(2);
  expect(await sweepLater()).toBe(1);
  expect((await look()).status).toBe(404);
});
