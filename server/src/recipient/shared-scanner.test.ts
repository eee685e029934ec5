import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { newUid, put } from '../testing/upload-pipeline.ts';
import { makeLink, open, put as store } from './fixtures/visitors.ts';

const { recipient } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
  await store(vault, { folder: 'Inbox', name: 'there.txt', bytes: 'was there' });
});
afterAll(() => vault.close());

it('GUARD-41 the scanner is shared by links, each with all of its visitors', async () => {
  const link = await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' });
  const scanning = vi.spyOn(vault.deps.scanner, 'scan');
  for (const visitor of [await open(vault, link), await open(vault, link)]) {
    const uid = newUid();
    const input = { query: { fileName: uid }, body: { RelFileName: 'a.bin' } };
    const { data } = (await (await visitor.ask(recipient.prepareUpload, input)).json()) as { data: string };
    await put(data, randomBytes(10));
    const scanned = await visitor.ask(recipient.scanUpload, { query: { key: uid, isFolder: 'false' } });
    expect(scanned.status).toBe(200);
  }
  expect(scanning.mock.calls.map(([, sender]) => sender)).toEqual([link.id, link.id]);
  scanning.mockRestore();
});
