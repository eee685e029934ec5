import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EICAR, openScanner } from '../platform/scanner/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { type Clamd, hasClamd, startClamd } from '../testing/clamd.ts';
import type { Client } from '../testing/client.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { newUid, prepare, put, scan, sendFolder, transfer } from '../testing/upload-pipeline.ts';

const MIB = 1024 * 1024;
const log = pino({ level: 'silent' });

describe.skipIf(!hasClamd())('uploads that a real clamd scans', () => {
  let clamd: Clamd;
  let vault: TestApp;
  let ada: Client;
  beforeAll(async () => {
    clamd = await startClamd({ maxBytes: 4 * MIB });
    const scanner = await openScanner({ clamd: clamd.tcp, rulesDirectory: '/nonexistent', log });
    vault = await createTestApp({ scanner });
    ada = await vault.as('everything');
  });
  afterAll(async () => {
    await vault.close();
    await clamd.stop();
  });

  const send = async (name: string, bytes: Uint8Array | string) => {
    const uid = newUid();
    await put(await prepare(ada, uid, name), bytes);
    const [item] = await scan(ada, uid);
    return { status: item?.scan_status, codes: await transfer(ada, [uid]) };
  };

  it('UPLOAD-32 a clean file is stored; a virus and a file over clamd’s limits are not', async () => {
    expect(await send('letter.txt', 'Dear Sir or Madam')).toEqual({ status: 'PASS', codes: [200] });
    expect(await send('eicar.com', EICAR)).toEqual({ status: 'VIRUS', codes: [422] });
    expect(await send('large.bin', Buffer.alloc(5 * MIB))).toEqual({ status: 'ERROR', codes: [422] });
    const { rows } = await sql<{ scannedBy: string }>`select scanned_by from version`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([{ scannedBy: 'clamd' }]);
  });

  it('UPLOAD-32 each file of a folder is scanned separately', async () => {
    const files = ['a', 'b', 'c'].map((name) => ({
      name: `Docs/${name}`,
      content: name === 'b' ? EICAR : name,
    }));
    const uid = await sendFolder(ada, 'Docs', rawZip(files));
    const items = await scan(ada, uid, true);
    expect(items.map((item) => item.scan_status)).toEqual(['PASS', 'VIRUS', 'PASS']);
    expect(
      await transfer(
        ada,
        items.map(({ key }) => key),
      ),
    ).toEqual([200, 422, 200]);
  });

  it('UPLOAD-15 SAFE-23 scans fail while clamd does not answer and succeed when it answers again', async () => {
    clamd.freeze();
    try {
      expect(await send('silent.txt', 'x')).toEqual({ status: 'ERROR', codes: [422] });
      expect((await vault.anonymous.fetch('/readyz')).status).toBe(503);
    } finally {
      clamd.thaw();
    }
    await expect.poll(async () => (await vault.anonymous.fetch('/readyz')).status).toBe(200);
    expect(await send('again.txt', 'x')).toEqual({ status: 'PASS', codes: [200] });
  });

  it('UPLOAD-15 when clamd stops, scans fail and nothing is stored', async () => {
    await clamd.stop();
    expect(await send('later.txt', 'x')).toEqual({ status: 'ERROR', codes: [422] });
    expect((await vault.anonymous.fetch('/readyz')).status).toBe(503);
  });
});
