import { createServer, type Server, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Clamd, hasClamd, startClamd } from '../../testing/clamd.ts';
import { rawZip } from '../../testing/raw-zip.ts';
import { bufferSource, type ByteSource } from '../zip/index.ts';
import { beyondLimits } from './clamd-limits.ts';
import { clamdConnection } from './clamd-session.ts';
import { clamdScanner, type ClamdOptions } from './clamd.ts';
import { EICAR, openScanner } from './index.ts';

const MIB = 1024 * 1024;
const silentLog = pino({ level: 'silent' });
/** A log that keeps its lines. */
const keptLog = () => {
  const lines: string[] = [];
  return { lines, log: pino({}, { write: (line: string) => void lines.push(line) }) };
};
const zerosThen = (sizeBytes: number, end: Buffer = EICAR) =>
  bufferSource(Buffer.concat([Buffer.alloc(sizeBytes - end.length), end]));
const text = (words: string) => bufferSource(Buffer.from(words));

describe.skipIf(!hasClamd())('a real clamd', () => {
  const running: Clamd[] = [];
  let clamd: Clamd;
  beforeAll(async () => {
    clamd = await startClamd({ maxBytes: 100 * MIB });
    running.push(clamd);
  });
  afterAll(async () => {
    for (const each of running) await each.stop();
  });

  it.each(['socket', 'tcp'] as const)(
    'UPLOAD-32 a clamd called by its %s finds EICAR, and passes clean bytes',
    async (by) => {
      const scanner = clamdScanner({ address: clamd[by], log: silentLog });
      await scanner.check();
      expect(await scanner.scan(bufferSource(EICAR))).toEqual({
        status: 'VIRUS',
        signature: 'Eicar-Test-Signature.UNOFFICIAL',
      });
      expect(await scanner.scan(text('Dear Sir or Madam'))).toEqual({ status: 'PASS' });
      expect(await scanner.scan(text(''))).toEqual({ status: 'PASS' });
    },
  );

  it('UPLOAD-32 a clamd finds EICAR at the end of 50 MB, and in a ZIP in a ZIP', async () => {
    const scanner = clamdScanner({ address: clamd.socket, log: silentLog });
    const inner = rawZip([{ name: 'eicar.com', content: EICAR, method: 8 }]);
    const outer = rawZip([{ name: 'in.zip', content: inner, method: 8 }]);
    expect(await scanner.scan(zerosThen(50 * MIB))).toMatchObject({ status: 'VIRUS' });
    expect(await scanner.scan(bufferSource(outer))).toMatchObject({ status: 'VIRUS' });
  });

  it('UPLOAD-32 concurrent files each get their own verdict', async () => {
    const scanner = clamdScanner({ address: clamd.tcp, log: silentLog, concurrency: 4 });
    const files = Array.from({ length: 40 }, (_, i) =>
      i % 5 === 2 ? bufferSource(EICAR) : text(`file ${i}`),
    );
    const verdicts = await Promise.all(files.map((file) => scanner.scan(file)));
    expect(verdicts.map(({ status }) => status)).toEqual(
      files.map((_, i) => (i % 5 === 2 ? 'VIRUS' : 'PASS')),
    );
  });

  it.each([
    ['StreamMaxLength', ['StreamMaxLength 1M']],
    ['MaxFileSize', ['MaxFileSize 1M']],
    ['MaxScanSize', ['MaxScanSize 1M']],
  ])("UPLOAD-32 a file over clamd's %s is a failed scan", async (_, settings) => {
    const limited = await startClamd({ maxBytes: 100 * MIB, settings });
    running.push(limited);
    const scanner = clamdScanner({ address: limited.socket, log: silentLog });
    expect(await scanner.scan(zerosThen(20 * MIB))).toMatchObject({ status: 'ERROR' });
    expect(await scanner.scan(zerosThen(20 * MIB, Buffer.from('clean')))).toMatchObject({ status: 'ERROR' });
    expect(await scanner.scan(text('small'))).toEqual({ status: 'PASS' });
  });

  it('UPLOAD-32 a clamd without limit reports is trusted only up to sizes that it has proved', async () => {
    const silent = await startClamd({ settings: ['AlertExceedsMax no', 'MaxFileSize 3M'] });
    running.push(silent);
    const { lines, log } = keptLog();
    const scanner = await openScanner({ clamd: silent.socket, rulesDirectory: '/nonexistent', log });
    expect(lines).toEqual([
      expect.stringContaining('clamd does not report its limits; scans of large files may fail'),
    ]);
    expect(await scanner.scan(text('small'))).toEqual({ status: 'PASS' });
    expect(await scanner.scan(zerosThen(2 * MIB, Buffer.from('clean')))).toEqual({ status: 'PASS' });
    expect(await scanner.scan(zerosThen(20 * MIB))).toMatchObject({ status: 'ERROR' });
    expect(await scanner.scan(zerosThen(20 * MIB, Buffer.from('clean')))).toMatchObject({ status: 'ERROR' });
    expect(lines).toHaveLength(1);
  });

  it('UPLOAD-32 a stopped clamd fails every scan, and check reports it', async () => {
    const gone = await startClamd();
    const { lines, log } = keptLog();
    await gone.stop();
    const scanner = await openScanner({ clamd: gone.tcp, rulesDirectory: '/nonexistent', log });
    expect(lines[0]).toContain('clamd not available; every scan fails until it answers');
    expect(await scanner.scan(text('clean'))).toMatchObject({ status: 'ERROR' });
    await expect(scanner.check()).rejects.toThrow(/ECONNREFUSED|clamd|socket|ECONNRESET/);
  });
});

describe('a server that is not clamd', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  /** @param behave the behaviour of a connection; the probe for limits gets clamd's reply, unless it is `raw` */
  const scannerFor = async (behave: (socket: Socket) => void, options: Partial<ClamdOptions> = {}) => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      behave(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as { port: number };
    return clamdScanner({ address: `127.0.0.1:${port}`, log: silentLog, ...options });
  };
  /** Short limits for tests of silent servers. Other tests need the usual limits, because a busy machine is slow. */
  const shortTimeouts = {
    idleMs: 300,
    replyMs: 300,
    pingCheck: { everyMs: 500, answerMs: 300, pauseMs: 100 },
  };
  /** Replies with `answer` once the stream has ended. */
  const onceComplete = (answer: (received: Buffer) => string) => (socket: Socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (received.subarray(-4).equals(Buffer.alloc(4))) socket.end(answer(received));
    });
  };
  const isProbe = (received: Buffer) => received.length > beyondLimits().sizeBytes;
  const reportsLimits = (answer: string) => (received: Buffer) =>
    isProbe(received) ? 'stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND\0' : answer;

  it('UPLOAD-32 only a plain OK is a pass', async () => {
    const scanner = await scannerFor(onceComplete(reportsLimits('stream: OK\0')));
    expect(await scanner.scan(text('clean'))).toEqual({ status: 'PASS' });
  });

  it.each([
    ['garbage', 'HTTP/1.1 400 Bad Request\0'],
    ['an error', 'INSTREAM size limit exceeded. ERROR\0'],
    ['a reply to another command', 'PONG\0'],
    ['OK with more text after it', 'stream: OK but\0'],
    ['an exceeded limit', 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0'],
    ['a reply without its end', 'stream: OK'],
    ['an endless reply', 'x'.repeat(100_000)],
    ['nothing, and closes the connection', ''],
  ])('UPLOAD-32 a reply that is %s is a failed scan', async (_, answer) => {
    const scanner = await scannerFor(onceComplete(() => answer));
    expect(await scanner.scan(text('clean'))).toMatchObject({ status: 'ERROR' });
  });

  it('UPLOAD-32 an OK before all bytes were sent is a failed scan, and sending stops', async () => {
    let received = 0;
    const scanner = await scannerFor((socket) => {
      socket.once('data', () => socket.write('stream: OK\0'));
      socket.on('data', (bytes) => {
        received += bytes.length;
      });
    });
    expect(await scanner.scan(zerosThen(200 * MIB))).toMatchObject({ status: 'ERROR' });
    expect(received).toBeLessThan(100 * MIB);
  });

  it('UPLOAD-32 a virus reported before all bytes were sent is a virus', async () => {
    const scanner = await scannerFor((socket) => {
      socket.once('data', () => socket.write('stream: Early.Bird FOUND\0'));
      socket.resume();
    });
    expect(await scanner.scan(zerosThen(50 * MIB))).toEqual({ status: 'VIRUS', signature: 'Early.Bird' });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['does not reply', (socket) => socket.resume()],
    ['does not read', (socket) => socket.pause()],
    ['closes the connection at once', (socket) => socket.destroy()],
    [
      'closes the connection during the scan',
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
    ],
  ])('UPLOAD-32 a scan by a server that %s is a failed scan', async (_, behave) => {
    const scanner = await scannerFor(behave, shortTimeouts);
    expect(await scanner.scan(zerosThen(20 * MIB))).toMatchObject({ status: 'ERROR' });
    await expect(scanner.check()).rejects.toThrow(/ECONNREFUSED|clamd|socket|ECONNRESET/);
  });

  it('UPLOAD-32 bytes that cannot be read are a failed scan', async () => {
    const scanner = await scannerFor(onceComplete(reportsLimits('stream: OK\0')));
    const broken: ByteSource = { sizeBytes: 10, readAt: () => Promise.reject(new Error('disk gone')) };
    const short: ByteSource = { ...bufferSource(Buffer.from('abc')), sizeBytes: 10 };
    expect(await scanner.scan(broken)).toEqual({ status: 'ERROR', reason: 'clamd: disk gone' });
    expect(await scanner.scan(short)).toMatchObject({ status: 'ERROR' });
  });

  it('the number of concurrent scans is limited', async () => {
    let open = 0;
    let most = 0;
    const scanner = await scannerFor(
      (socket) => {
        open += 1;
        most = Math.max(most, open);
        // Counted at the reply, before the next file can start; the end of the connection may be noticed later.
        onceComplete((received) => {
          open -= 1;
          return reportsLimits('stream: OK\0')(received);
        })(socket);
      },
      { concurrency: 3 },
    );
    await scanner.scan(text('first, so that its limits are known'));
    most = 0;
    await Promise.all(Array.from({ length: 20 }, () => scanner.scan(text('clean'))));
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(1);
  });
});

it.each([
  ['clamd.example:3310', { host: 'clamd.example', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('the setting CLAMD may be %s', (setting, connection) => {
  expect(clamdConnection(setting)).toEqual(connection);
});
