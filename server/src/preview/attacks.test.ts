import { contract } from '@vault/contract';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDocumentReader } from '../platform/readers/index.ts';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { put } from './fixtures/previews.ts';

// Every document keeps its reader process busy until the limit of CPU time ends it.

const MAX_CPU_MS = 1500;
let vault: TestApp;
beforeAll(async () => {
  const kindsFile = new URL('../platform/readers/fixtures/endless-kinds.ts', import.meta.url);
  const log = pino({ level: 'silent' });
  vault = await createTestApp({
    office: null,
    reader: openDocumentReader({
      hidden: '/nonexistent',
      log,
      kindsFile,
      maxCpuMs: MAX_CPU_MS,
      timeoutMs: 60_000,
    }),
  });
});
afterAll(() => vault.close());

test('GUARD-26 /healthz answers while documents use all of their CPU time', async () => {
  const reader = await vault.as('reader');
  const names = ['a.docx', 'a.xlsx'];
  const files = await Promise.all(
    names.map((name) => put(vault, RECORDS.acme, { name, bytes: Buffer.from(name) })),
  );
  let ended = 0;
  const replies = files.map(async ({ externalId }) => {
    const reply = await reader.fetch(contract.preview.office.path.replace(':externalId', externalId));
    ended += 1;
    return reply.status;
  });
  // If a document were read in this process, no reply would be received before it ends.
  for (let n = 0; n < 20; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a monitor asks
    expect((await fetch(`${vault.origin}/healthz`)).status).toBe(200);
  }
  expect(ended).toBe(0);
  expect(await Promise.all(replies)).toEqual([400, 400]);
});
