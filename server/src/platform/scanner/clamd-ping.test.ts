import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pino from 'pino';
import { type Clamd, hasClamd, startClamd } from '../../testing/clamd.ts';
import { rawZip } from '../../testing/raw-zip.ts';
import { bufferSource, type ByteSource } from '../zip/index.ts';
import { clamdScanner } from './clamd.ts';
import { EICAR } from './index.ts';

const MIB = 1024 * 1024;
const SILENT = { status: 'ERROR', reason: 'clamd does not answer' };
const text = (words: string) => bufferSource(Buffer.from(words));

/** Some kilobytes that take clamd seconds to scan: zeros in ZIPs in a ZIP. */
function longScan(): ByteSource {
  const zeros = rawZip([{ name: 'zeros', content: Buffer.alloc(200 * MIB), method: 8 }]);
  return bufferSource(
    rawZip(Array.from({ length: 8 }, (_, n) => ({ name: `${n}.zip`, content: zeros, method: 8 }))),
  );
}

describe.skipIf(!hasClamd())('a real clamd', () => {
  let clamd: Clamd;
  let lines: { msg: string; level: number; reason?: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const scannerWith = (options: Partial<Parameters<typeof clamdScanner>[0]> = {}) =>
    clamdScanner({
      address: clamd.socket,
      log,
      pingCheck: { everyMs: 100, answerMs: 1000, pauseMs: 200 },
      ...options,
    });

  beforeAll(async () => {
    clamd = await startClamd({ settings: ['MaxThreads 1'] });
  });
  afterAll(() => clamd.stop());

  it('SAFE-23 a clamd with all threads busy replies to PING, and its scans are awaited', async () => {
    const scanner = scannerWith({ pingCheck: { everyMs: 50, answerMs: 3000, pauseMs: 200 } });
    const scans = Array.from({ length: 3 }, () => scanner.scan(longScan()));
    const small = scanner.scan(bufferSource(EICAR));
    expect(await Promise.all(scans)).toEqual([{ status: 'PASS' }, { status: 'PASS' }, { status: 'PASS' }]);
    expect(await small).toMatchObject({ status: 'VIRUS' });
  });

  it('SAFE-23 SAFE-29 a clamd that becomes silent fails the waiting and the queued scans', async () => {
    const scanner = scannerWith({ concurrency: 2 });
    await scanner.check();
    lines = [];
    clamd.freeze();
    try {
      const scans = Array.from({ length: 5 }, () => scanner.scan(text('clean')));
      expect(await Promise.all(scans)).toEqual([SILENT, SILENT, SILENT, SILENT, SILENT]);
      await expect(scanner.check()).rejects.toThrow('clamd does not answer');
    } finally {
      clamd.thaw();
    }
    await expect.poll(() => scanner.scan(text('clean'))).toEqual({ status: 'PASS' });
    await scanner.check();
    expect(lines.map(({ msg, level }) => [msg, level])).toEqual([
      ['clamd not available; every scan fails until it answers', 40],
      ['clamd available again', 30],
    ]);
    expect(lines[0]).toMatchObject({ reason: 'clamd does not answer', clamd: clamd.socket });
  });

  it('SAFE-23 a clamd that becomes silent while it receives a large file fails the scan', async () => {
    const scanner = scannerWith();
    await scanner.check();
    let sent = 0;
    const endless: ByteSource = {
      sizeBytes: 1024 * MIB,
      async readAt(target, position) {
        sent = position;
        if (position > 8 * MIB) clamd.freeze();
        return target.length;
      },
    };
    try {
      expect(await scanner.scan(endless)).toEqual(SILENT);
      const sentThen = sent;
      // The bytes can be deleted right after the verdict.
      await new Promise(setImmediate);
      expect(sent).toBe(sentThen);
    } finally {
      clamd.thaw();
    }
  });

  it('SAFE-23 a clamd that is known to be silent fails the next scans immediately', async () => {
    const pingCheck = { everyMs: 100, answerMs: 1000, pauseMs: 60_000 };
    const scanner = scannerWith({ pingCheck });
    clamd.freeze();
    try {
      expect(await scanner.scan(text('clean'))).toEqual(SILENT);
    } finally {
      clamd.thaw();
    }
    // clamd would reply now, but it is not called during the pause.
    expect(await scanner.scan(text('clean'))).toEqual(SILENT);
  });
});
