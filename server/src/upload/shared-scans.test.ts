import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { newUid, prepare, put, scan } from '../testing/upload-pipeline.ts';

let vault: TestApp;
let ada: Client;
beforeAll(async () => {
  vault = await createTestApp();
  ada = await vault.as('everything');
});
afterAll(() => vault.close());
afterEach(() => vi.restoreAllMocks());

/** Uploads bytes. @returns the key for the scan */
async function sent(name: string, bytes: Buffer): Promise<string> {
  const uid = newUid();
  await put(await prepare(ada, uid, name), bytes);
  return uid;
}
const file = (name: string) => ({ name, content: Buffer.from(name), method: 8 });

describe('GUARD-41 scans of one upload', () => {
  it.each([
    ['file', 1, () => sent('many.bin', randomBytes(1000))],
    ['folder', 2, () => sent('Many.zip', rawZip([file('Many/a.txt'), file('Many/b.txt')]))],
  ] as const)('calls at the same time for a %s share one scan', async (kind, scans, send) => {
    const uid = await send();
    const scanning = vi.spyOn(vault.deps.scanner, 'scan');
    const replies = await Promise.all(Array.from({ length: 10 }, () => scan(ada, uid, kind === 'folder')));
    expect(scanning).toHaveBeenCalledTimes(scans);
    expect(replies).toEqual(replies.map(() => replies[0]));
    expect(replies[0]).toHaveLength(scans);
  });

  it('a call after a failed scan repeats it', async () => {
    const uid = await sent('again.bin', randomBytes(1000));
    vi.spyOn(vault.deps.scanner, 'scan').mockResolvedValueOnce({ status: 'ERROR', reason: 'of the test' });
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'ERROR' }]);
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
  });
});

describe('GUARD-41 the scanner is shared', () => {
  it('by persons, each with all of their uploads', async () => {
    const scanning = vi.spyOn(vault.deps.scanner, 'scan');
    await scan(ada, await sent('own.bin', randomBytes(10)));
    await scan(ada, await sent('Own.zip', rawZip([file('Own/a.txt')])), true);
    expect(scanning.mock.calls.map(([, sender]) => sender)).toEqual([
      USERS.everything.sfid,
      USERS.everything.sfid,
    ]);
  });
});
