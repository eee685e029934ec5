import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { rawZip, type RawEntry } from '../../testing/raw-zip.ts';
import { bufferSource, type ByteSource } from '../zip/index.ts';
import { embeddedScanner, loadEquipment } from './embedded.ts';
import { EICAR, openScanner, type Scanner } from './index.ts';
import { type Order, OVERLAP_BYTES, type Report, WINDOW_BYTES } from './worker/protocol.ts';

const MIB = 1024 * 1024;
const log = pino({ level: 'silent' });
const found = { status: 'VIRUS', signature: 'EICAR_Test_File' };
const pass = { status: 'PASS' };

let folder: string;
let scanner: Scanner;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-scanner-'));
  scanner = await embeddedScanner({ rulesDirectory: join(folder, 'none'), idleMs: null, log });
});
afterAll(async () => {
  await scanner.close();
  await rm(folder, { recursive: true, force: true });
});

const scan = (bytes: Uint8Array | string) => scanner.scan(bufferSource(Buffer.from(bytes)));
const zip = (...entries: RawEntry[]) => rawZip(entries);
const clean: RawEntry = { name: 'letter.txt', content: 'Dear Sir or Madam', method: 8 };

/** Bytes of any length that are not in memory: dots, with one text at a position. */
function dotsWith(sizeBytes: number, text: Buffer, at: number): ByteSource {
  return {
    sizeBytes,
    async readAt(target, position) {
      const length = Math.min(target.length, sizeBytes - position);
      target.fill(46);
      for (let i = Math.max(0, at - position); i < Math.min(length, at + text.length - position); i += 1) {
        target[i] = text[position + i - at] ?? 0;
      }
      return length;
    },
  };
}

describe('the embedded scanner', () => {
  it('UPLOAD-32 the scanner finds EICAR with any text around it', async () => {
    expect(await scan(EICAR)).toEqual(found);
    expect(await scan(Buffer.concat([Buffer.from('before '), EICAR, Buffer.from(' behind')]))).toEqual(found);
  });

  it.runIf(process.platform === 'linux')(
    'SPEED-11 the scanning thread has a lower priority than the thread that answers',
    async () => {
      await scan('Dear Sir or Madam');
      const nicenesses = readdirSync('/proc/self/task').map((task) => {
        const [, fields = ''] = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ');
        return Number(fields.split(' ')[16]);
      });
      expect(nicenesses).toContain(getPriority() + 5);
    },
  );

  it.each([
    ['nothing', ''],
    ['text', 'Dear Sir or Madam'],
    ['half of EICAR', EICAR.subarray(0, 40)],
    ['every byte', Buffer.from(Array.from({ length: 256 }, (_, i) => i))],
  ])('UPLOAD-32 the scanner passes %s', async (_, bytes) => {
    expect(await scan(bytes)).toEqual(pass);
  });

  it.each([
    ['at the border of two windows', WINDOW_BYTES - 30],
    ['where the second window begins', WINDOW_BYTES - OVERLAP_BYTES - 30],
    ['at the very end', 20 * MIB - EICAR.length],
    ['at the very beginning', 0],
  ])('UPLOAD-32 the scanner finds EICAR in a file of 20 MB %s', async (_, at) => {
    expect(await scanner.scan(dotsWith(20 * MIB, EICAR, at))).toEqual(found);
  });

  it('UPLOAD-32 the scanner passes a clean file of 20 MB', async () => {
    expect(await scanner.scan(dotsWith(20 * MIB, Buffer.from('hello'), 77))).toEqual(pass);
  });

  it('UPLOAD-32 the scanner gives each concurrent file its own verdict', async () => {
    const files = Array.from({ length: 60 }, (_, i) => (i % 7 === 3 ? EICAR : Buffer.from(`file ${i}`)));
    const verdicts = await Promise.all(files.map(scan));
    expect(verdicts).toEqual(files.map((file) => (file === EICAR ? found : pass)));
  });

  it('UPLOAD-32 two adjacent files that each contain half of a virus pass', async () => {
    const halves = [EICAR.subarray(0, 34), EICAR.subarray(34)];
    expect(await Promise.all(halves.map(scan))).toEqual([pass, pass]);
  });

  it('UPLOAD-32 a file that cannot be read is a failed scan', async () => {
    const broken = (sizeBytes: number): ByteSource => ({
      sizeBytes,
      readAt: () => Promise.reject(new Error('disk gone')),
    });
    expect(await scanner.scan(broken(10))).toMatchObject({ status: 'ERROR' });
    expect(await scanner.scan(broken(20 * MIB))).toMatchObject({ status: 'ERROR' });
    const short: ByteSource = { ...bufferSource(Buffer.from('abc')), sizeBytes: 10 };
    expect(await scanner.scan(short)).toMatchObject({ status: 'ERROR' });
  });
});

describe('the embedded scanner opens ZIPs and documents in ZIP format', () => {
  const eicar: RawEntry = { name: 'eicar.com', content: EICAR, method: 8 };
  const inner = zip(clean, eicar);

  it.each<[string, Buffer]>([
    ['packed in a ZIP', zip(clean, eicar)],
    ['in a ZIP in a ZIP', zip({ name: 'in.zip', content: inner, method: 8 })],
    ['in a stored ZIP in a ZIP', zip({ name: 'in.zip', content: inner })],
    ['after a program, as in self-extracting archives', rawZip([eicar], { prefix: Buffer.alloc(5000, 1) })],
    ['with a descriptor after it', zip({ ...eicar, hasDescriptor: true })],
    [
      'in a member larger than a window',
      zip({ name: 'big', content: Buffer.concat([Buffer.alloc(9 * MIB), EICAR]), method: 8 }),
    ],
    [
      'in a member of several windows',
      zip({ name: 'big', content: Buffer.concat([Buffer.alloc(18 * MIB, 1), EICAR]), method: 8 }),
    ],
    [
      'in a stored member larger than a window',
      zip({ name: 'big', content: Buffer.concat([Buffer.alloc(9 * MIB), inner]) }),
    ],
    [
      'in a packed ZIP larger than a window',
      zip({ name: 'z', content: zip({ name: 'pad', content: Buffer.alloc(9 * MIB) }, eicar), method: 8 }),
    ],
    ['with a member that cannot be opened', zip(eicar, { name: 'x', content: 'x', method: 99 })],
  ])('UPLOAD-32 the scanner finds EICAR %s', async (_, bytes) => {
    expect(await scan(bytes)).toEqual(found);
  });

  it.each<[string, Buffer]>([
    ['clean members', zip(clean, { name: 'folder/' }, { name: 'empty' })],
    ['no members', zip()],
    ['a clean ZIP in a ZIP', zip({ name: 'in.zip', content: zip(clean), method: 8 })],
    [
      'an encrypted member',
      zip({ name: 'secret', content: 'x'.repeat(40), packed: Buffer.alloc(52, 9), flags: 0x801 }),
    ],
    ['a comment', rawZip([clean], { comment: 'made by hand' })],
  ])('UPLOAD-32 the scanner passes a ZIP with %s', async (_, bytes) => {
    expect(await scan(bytes)).toEqual(pass);
  });

  const nest = (depth: number, core: Buffer): Buffer =>
    depth === 0 ? core : nest(depth - 1, zip({ name: 'in.zip', content: core }));

  it.each<[string, Buffer]>([
    ['is nested too deep', nest(9, Buffer.from('core'))],
    ['is truncated', zip(clean, clean).subarray(0, 60)],
    ['has a member packed by an unknown method', zip({ name: 'x', content: 'x', method: 14 })],
    ['states a false size of a member', zip({ ...clean, claims: { sizeBytes: 3 } })],
    ['has a broken member', zip({ ...clean, packed: Buffer.from('nothing that inflates') })],
    ['has overlapping members', zip(clean, { ...clean, claims: { headerStart: 0 } })],
    ['hides members from its directory', rawZip([clean, eicar], { entryCount: 1 })],
    [
      'states an unpacked size of a terabyte',
      zip(...Array.from({ length: 400 }, () => ({ ...clean, claims: { sizeBytes: 3e9 } }))),
    ],
  ])('UPLOAD-32 a ZIP that %s is a failed scan', async (_, bytes) => {
    expect(await scan(bytes)).toMatchObject({ status: 'ERROR', reason: expect.any(String) as unknown });
  });

  it('UPLOAD-32 bytes that only end like a ZIP pass', async () => {
    const end = zip().subarray(-22);
    expect(await scan(Buffer.concat([Buffer.alloc(100, 7), end]))).toEqual(pass);
  });

  it('UPLOAD-32 any damaged ZIP gets a verdict, and scanning continues', async () => {
    const whole = zip(clean, { name: 'in.zip', content: inner, method: 8 });
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.length), async (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const { status } = await scan(bytes.subarray(0, length));
        expect(['PASS', 'VIRUS', 'ERROR']).toContain(status);
        expect(await scan('a clean file')).toEqual(pass);
      }),
      { numRuns: 150 },
    );
    expect(await scan(whole)).toEqual(found);
  });
});

/** The reports of a thread about one file. */
async function reportsOf(bytes: Buffer): Promise<Report[]> {
  const workerData = await loadEquipment(join(folder, 'none'));
  const worker = new Worker(new URL('./worker/worker.ts', import.meta.url), { workerData, execArgv: [] });
  onTestFinished(async () => void (await worker.terminate()));
  const reports: Report[] = [];
  const { promise, resolve } = Promise.withResolvers<Report[]>();
  worker.on('message', (report: Report) => {
    reports.push(report);
    if (report.kind === 'ready')
      worker.postMessage({ kind: 'whole', id: 1, sender: undefined, bytes } satisfies Order, []);
    if (report.kind === 'verdict') resolve(reports);
  });
  return promise;
}

describe('the shipped limits of looking through a file', () => {
  it.each([
    [1.1, 'the archive unpacks to too many bytes'],
    [0.9, 'a member cannot be opened'],
  ])('GUARD-41 an archive can unpack to 1 GiB: %s GiB', async (gib, reason) => {
    const verdict = await scan(zip({ ...clean, claims: { sizeBytes: gib * 1024 * MIB } }));
    expect(verdict).toMatchObject({ status: 'ERROR', reason: expect.stringContaining(reason) as unknown });
  });

  it('GUARD-41 a member above 64 MiB is stored in a file; without the folder it is a failed scan', async () => {
    const temporaryDirectory = join(folder, 'scan');
    const rulesDirectory = join(folder, 'none');
    const own = await embeddedScanner({ rulesDirectory, temporaryDirectory, idleMs: null, log });
    onTestFinished(() => own.close());
    await rm(temporaryDirectory, { recursive: true });
    const member = (sizeBytes: number) =>
      zip({ name: 'large', content: Buffer.alloc(sizeBytes, 1), method: 8 });
    expect(await own.scan(bufferSource(member(64 * MIB)))).toEqual(pass);
    expect(await own.scan(bufferSource(member(64 * MIB + 1)))).toEqual({
      status: 'ERROR',
      reason: 'a large member cannot be stored for its scan: ENOENT',
    });
  });
});

describe('a scanning thread', () => {
  it('SAFE-23 a thread that scans one file for a long time reports that it is alive', async () => {
    const reports = await reportsOf(zip({ name: 'zeros', content: Buffer.alloc(100 * MIB), method: 8 }));
    expect(reports.slice(0, 2).map(({ kind }) => kind)).toEqual(['ready', 'alive']);
    expect(reports.at(-1)).toMatchObject({ kind: 'verdict', verdict: pass });
  });

  it('GUARD-41 EICAR behind thousands of members is found in few runs of the engine', async () => {
    const members = Array.from({ length: 5000 }, (_, n) => ({ name: `${n}`, content: `Invoice ${n}` }));
    const reports = await reportsOf(zip(...members, { name: 'eicar.com', content: EICAR, method: 8 }));
    const verdict = reports.at(-1);
    expect(verdict).toMatchObject({ kind: 'verdict', verdict: found });
    expect(verdict?.kind === 'verdict' ? verdict.scans : Infinity).toBeLessThan(40);
  });

  it('GUARD-41 patterns of one rule in two members match neither of them', async () => {
    const halves = ['ms-msdt:/id PCWDiagnostic', 'IT_BrowseForFile=x'];
    const members = halves.map((content, n) => ({ name: `${n}`, content, method: 8 }));
    expect(await scan(zip(...members, clean))).toEqual(pass);
    expect(await scan(zip(clean, { ...clean, content: halves.join(' ') }, clean))).toEqual({
      status: 'VIRUS',
      signature: 'Office_Diagnostic_Tool_Link',
    });
  });
});

describe('rule files of the operator', () => {
  const opened: Scanner[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  const withRules = async (files: Record<string, string | Buffer>, options = {}) => {
    const rulesDirectory = await mkdtemp(join(folder, 'rules-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(rulesDirectory, name), text);
    const own = await embeddedScanner({ rulesDirectory, log, idleMs: null, ...options });
    opened.push(own);
    return own;
  };

  it('rule files of the operator are used beside the shipped ones, also with positions and sizes', async () => {
    const own = await withRules({
      'firm.yar':
        'rule Firm { strings: $a = "SECRET" condition: $a at 0 and filesize < 20 }\n' +
        'rule EICAR_Test_File { strings: $b = "another of that name" condition: $b }',
    });
    const all = ['SECRET', 'no SECRET', `SECRET ${'x'.repeat(20)}`, EICAR, 'clean'];
    const verdicts = await Promise.all(all.map((text) => own.scan(bufferSource(Buffer.from(text)))));
    expect(verdicts).toEqual([{ status: 'VIRUS', signature: 'Firm' }, pass, pass, found, pass]);
  });

  it.each([
    [
      'an invalid rule',
      'rule A {\n  condition:\n    nonsense\n}',
      /a\.yar cannot be used: line 3: .*nonsense/,
    ],
    [
      'an unterminated string',
      'rule A {\n strings: $a = "x\n condition: $a }',
      /a\.yar cannot be used: line 2: /,
    ],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0xfd]), /a\.yar cannot be used: it is not UTF-8/],
  ])('a rule file with %s stops the start; the error names file and line', async (_, text, message) => {
    await expect(withRules({ 'a.yar': text })).rejects.toThrow(message);
  });

  it('UPLOAD-32 a scan that does not end is a failed scan, and the next one works', async () => {
    const endless =
      'rule Endless { strings: $a = "HANG" condition: $a and for all i in (0..4000000000) : (uint8(i % 4) > 0) }';
    // The test controls the timer, because on a busy machine a thread can be silent although it has its result.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const own = await withRules({ 'endless.yar': endless }, { silentMs: 1000 });
    const verdict = own.scan(bufferSource(Buffer.from('HANG')));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await verdict).toEqual({ status: 'ERROR', reason: 'the scanning thread is silent' });
    expect(await own.scan(bufferSource(EICAR))).toEqual(found);
    await own.check();
  });

  it('UPLOAD-32 a thread that dies fails its scans; a new one takes the next', async () => {
    const workerFile = new URL('./fixtures/dying-worker.ts', import.meta.url);
    const own = await embeddedScanner({
      rulesDirectory: join(folder, 'none'),
      log,
      workerFile,
      idleMs: null,
    });
    opened.push(own);
    const die = bufferSource(Buffer.from('die'));
    const slow = bufferSource(Buffer.from('wait'));
    const verdicts = await Promise.all([own.scan(slow), own.scan(die)]);
    expect(verdicts).toMatchObject([{ status: 'ERROR' }, { status: 'ERROR' }]);
    expect(await own.scan(bufferSource(Buffer.from('live')))).toEqual(pass);
  });

  /** @returns the threads that are started until the end of the test */
  const startedThreads = () => {
    const threads: Worker[] = [];
    const onThread = (thread: Worker) => void threads.push(thread);
    process.on('worker', onThread);
    onTestFinished(() => void process.off('worker', onThread));
    return threads;
  };

  it('SPEED-10 the first file starts a thread; without files it ends, and the next file starts another', async () => {
    const threads = startedThreads();
    const shipped = await embeddedScanner({ rulesDirectory: join(folder, 'none'), log, idleMs: 1 });
    opened.push(shipped);
    await shipped.check();
    expect(threads).toHaveLength(0);
    expect(await shipped.scan(bufferSource(EICAR))).toEqual(found);
    const [ended] = threads;
    if (ended !== undefined) await once(ended, 'exit');
    await shipped.check();
    expect(threads).toHaveLength(1);
    expect(await shipped.scan(bufferSource(EICAR))).toEqual(found);
    expect(threads).toHaveLength(2);
  });

  it('SAFE-23 a scanner whose thread cannot start stays unavailable, also without files', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const workerFile = new URL("data:text/javascript,throw new Error('out of memory')");
    const broken = await embeddedScanner({ rulesDirectory: join(folder, 'none'), log, workerFile });
    opened.push(broken);
    expect(await broken.scan(bufferSource(EICAR))).toEqual({ status: 'ERROR', reason: 'out of memory' });
    await vi.runAllTimersAsync();
    await expect(broken.check()).rejects.toThrow('out of memory');
  });

  it('a command that reports on the scanner starts a thread at once', async () => {
    const threads = startedThreads();
    opened.push(
      await openScanner({ clamd: null, rulesDirectory: join(folder, 'none'), startsAtOnce: true, log }),
    );
    expect(threads).toHaveLength(1);
  });

  it('rule files of the operator are compiled at the start', async () => {
    const threads = startedThreads();
    await withRules({ 'firm.yar': 'rule Firm { condition: false }' });
    expect(threads).toHaveLength(1);
  });
});
