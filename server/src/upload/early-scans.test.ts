import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EICAR, openScanner, type Scanner } from '../platform/scanner/index.ts';
import type { ByteSource } from '../platform/zip/index.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { patch } from '../testing/resume.ts';
import { newUid, prepare, put, scan, transfer } from '../testing/upload-pipeline.ts';
import pino from 'pino';

const MIB = 1024 * 1024;

let vault: TestApp;
let ada: Client;
let embedded: Scanner;
/** sizes of the sources of all scans, and how many scans have ended */
let sizes: number[] = [];
let sources: ByteSource[] = [];
let ended = 0;

beforeAll(async () => {
  embedded = await openScanner({
    clamd: null,
    rulesDirectory: '/nonexistent',
    log: pino({ level: 'silent' }),
  });
  const scanner: Scanner = {
    ...embedded,
    scan: async (source) => {
      sizes.push(source.sizeBytes);
      sources.push(source);
      const verdict = await embedded.scan(source);
      ended += 1;
      return verdict;
    },
  };
  vault = await createTestApp({ scanner });
  ada = await vault.as('everything');
});
afterAll(async () => {
  await vault.close();
  await embedded.close();
});
beforeEach(async () => {
  // Only one body at a time is scanned while it arrives.
  await vi.waitUntil(() => sizes.length === ended, { timeout: 15_000 });
  sizes = [];
  sources = [];
  ended = 0;
});

async function sent(name: string, bytes: Uint8Array): Promise<string> {
  const uid = newUid();
  expect(await put(await prepare(ada, uid, name), bytes)).toMatchObject({ status: 200 });
  return uid;
}

describe('SPEED-05 a large body', () => {
  it('SPEED-05 is scanned while it arrives; the scan call returns that verdict', async () => {
    const uid = await sent('large.bin', randomBytes(20 * MIB));
    expect(sizes).toEqual([20 * MIB]);
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(sizes).toEqual([20 * MIB]);
    expect(await transfer(ada, [uid])).toEqual([200]);
  });

  it.each([
    ['at its beginning', Buffer.concat([Buffer.from(EICAR), randomBytes(9 * MIB)])],
    [
      'at the border of two windows',
      Buffer.concat([randomBytes(8 * MIB - 30), Buffer.from(EICAR), randomBytes(MIB)]),
    ],
    ['at its end', Buffer.concat([randomBytes(9 * MIB), Buffer.from(EICAR)])],
    [
      'in a ZIP behind other bytes',
      Buffer.concat([
        randomBytes(9 * MIB),
        rawZip([{ name: 'a.txt', content: EICAR, method: 8 }]),
        randomBytes(2 * MIB),
      ]),
    ],
  ])('SPEED-05 with a virus %s does not pass', async (_, bytes) => {
    const uid = await sent('infected.bin', bytes);
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'VIRUS' }]);
    expect(sizes).toEqual([bytes.length]);
    expect(await transfer(ada, [uid])).toEqual([422]);
  });

  it('SPEED-05 a scan that ends at the first bytes keeps none of the others', async () => {
    await sent('infected.bin', Buffer.concat([Buffer.from(EICAR), randomBytes(30 * MIB)]));
    await expect.poll(() => ended).toBe(1);
    await expect(sources[0]?.readAt(Buffer.alloc(10), 0)).rejects.toThrow('ended before its last byte');
  });

  it('SPEED-05 the verdict belongs to its bytes: those of a second PUT have their own', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'twice.bin');
    await put(address, randomBytes(9 * MIB));
    await put(address, Buffer.concat([randomBytes(9 * MIB), Buffer.from(EICAR)]));
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'VIRUS' }]);
  });

  it('SPEED-05 an aborted body ends its scan; the next one is scanned while it arrives', async () => {
    const address = await prepare(ada, newUid(), 'cut.bin');
    const sending = request(address, { method: 'PUT', headers: { 'content-length': 9 * MIB } });
    sending.on('error', () => {});
    sending.write(randomBytes(MIB));
    await expect.poll(() => sizes).toEqual([9 * MIB]);
    sending.destroy();
    await expect.poll(() => ended).toBe(1);
    const uid = await sent('next.bin', randomBytes(9 * MIB));
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(sizes).toEqual([9 * MIB, 9 * MIB]);
  });

  it('SPEED-05 chunks are scanned while they are joined', async () => {
    for (const [end, status] of [
      [randomBytes(MIB), 'PASS'],
      [EICAR, 'VIRUS'],
    ] as const) {
      sizes = [];
      ended = 0;
      const [uid, first] = [newUid(), randomBytes(9 * MIB)];
      const address = await prepare(ada, uid, `${status}.bin`);
      const length = first.length + end.length;
      await patch(address, first, { offset: 0, length });
      await patch(address, end, { offset: first.length, length });
      expect(sizes).toEqual([]);
      expect(await scan(ada, uid)).toMatchObject([{ scan_status: status }]);
      expect(sizes).toEqual([length]);
    }
  });

  it('SPEED-06 the scan of a folder ends that of its ZIP', async () => {
    const files = [1, 2, 3].map((n) => ({ name: `Folder/${n}.bin`, content: randomBytes(2 * MIB) }));
    const uid = await sent('Folder.zip', rawZip(files));
    expect(sizes).toHaveLength(1);
    expect((await scan(ada, uid, true)).map(({ scan_status }) => scan_status)).toEqual([
      'PASS',
      'PASS',
      'PASS',
    ]);
    expect(sizes).toHaveLength(4);
    await expect(sources[0]?.readAt(Buffer.alloc(10), 0)).rejects.toThrow('ended before its last byte');
  });

  it('SPEED-05 several bodies at once: one is scanned while it arrives, the others afterwards', async () => {
    const uids = await Promise.all([1, 2, 3].map((n) => sent(`${n}.bin`, randomBytes(9 * MIB))));
    const items = await Promise.all(uids.map((uid) => scan(ada, uid)));
    expect(items.flat().map(({ scan_status }) => scan_status)).toEqual(['PASS', 'PASS', 'PASS']);
    expect(sizes).toHaveLength(3);
  });
});
