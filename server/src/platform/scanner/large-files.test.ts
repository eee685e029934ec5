import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { rawIso } from '../../testing/raw-archives.ts';
import { rawZip } from '../../testing/raw-zip.ts';
import { bufferSource, type ByteSource } from '../zip/index.ts';
import { type EmbeddedOptions, embeddedScanner } from './embedded.ts';
import { EICAR, type Scanner } from './index.ts';
import { INSPECTION_LIMITS } from './worker/protocol.ts';

const MIB = 1024 * 1024;
const found = { status: 'VIRUS', signature: 'EICAR_Test_File' };
const pass = { status: 'PASS' };
const log = pino({ level: 'silent' });

let folder: string;
let scanner: Scanner;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vault-large-'));
  scanner = await openOwn();
});
afterAll(async () => {
  await scanner.close();
  rmSync(folder, { recursive: true });
});
/** Memory for members and objects, smaller than the shipped one, so that large files are small too. */
const SMALL = { limits: { ...INSPECTION_LIMITS, maxMemoryBytes: 4 * MIB }, maxHeapMiB: 128 };
const openOwn = (options: Partial<EmbeddedOptions> = SMALL) =>
  embeddedScanner({
    rulesDirectory: join(folder, 'none'),
    temporaryDirectory: join(folder, 'scan'),
    idleMs: null,
    log,
    ...options,
  });

const scan = (bytes: Buffer) => scanner.scan(bufferSource(bytes));

/** A file that is not in memory: one block again and again, with other bytes at some positions. */
function repeated(
  block: Buffer,
  sizeBytes: number,
  inserted: readonly [at: number, bytes: Buffer][] = [],
): ByteSource {
  return {
    sizeBytes,
    async readAt(target, position) {
      const length = Math.min(target.length, sizeBytes - position);
      for (let done = 0; done < length;) {
        const piece = block.subarray((position + done) % block.length).subarray(0, length - done);
        target.set(piece, done);
        done += piece.length;
      }
      for (const [at, bytes] of inserted) {
        const from = Math.max(at, position);
        const to = Math.min(at + bytes.length, position + length);
        if (from < to) target.set(bytes.subarray(from - at, to - at), from - position);
      }
      return length;
    },
  };
}

/** More than two windows, and than the memory for members. */
const LARGE = 20 * MIB;
const NOISE = randomBytes(8 * MIB);
const text = (line: string) => Buffer.from(line, 'latin1');
const pdfPage = (filter: string) =>
  text(`1 0 obj\n<< /Type /XObject /Subtype /Image /Filter /${filter} /Length 999999 >>\nstream\r\n`);
const scannedPages = (filter: string): [number, Buffer][] =>
  Array.from({ length: 19 }, (_, n) => [100 + n * MIB, pdfPage(filter)]);
const attachment = (encoding: string) =>
  text(
    `From: ada@example.test\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
  );
const zipped = (content: Buffer) => rawZip([{ name: 'eicar.com', content, method: 8 }]);
const base64Line = text(`${NOISE.subarray(0, 57).toString('base64')}\r\n`);

describe('GUARD-41 ordinary large files', () => {
  it.each<[string, () => ByteSource]>([
    ['random bytes', () => repeated(NOISE, LARGE)],
    ['a video', () => repeated(NOISE, LARGE, [[0, text('\0\0\0\x20ftypmp42')]])],
    [
      'a PDF of pictures',
      () => repeated(NOISE, LARGE, [[0, text('%PDF-1.7\n')], ...scannedPages('DCTDecode')]),
    ],
    ['a table of dates', () => repeated(text('070701;1200;Invoice 4711;EUR 33.20\r\n'), LARGE)],
    ['a mail with an attachment', () => repeated(base64Line, LARGE, [[0, attachment('base64')]])],
    ['a disk image', () => repeated(NOISE, LARGE, [[0, rawIso(text('letter'))]])],
    [
      'a disk with the rest of a deleted ZIP',
      () => repeated(NOISE, LARGE, [[13 * MIB, rawZip([{ name: 'a', content: 'a' }]).subarray(-60)]]),
    ],
  ])('GUARD-41 %s of 20 MB passes', async (_, make) => {
    expect(await scanner.scan(make())).toEqual(pass);
  });

  it.each<[string, (content: Buffer) => ByteSource]>([
    ['a ZIP between random bytes', (zip) => repeated(NOISE, LARGE, [[17 * MIB, zip]])],
    ['a ZIP in a file of a disk image', (zip) => repeated(NOISE, LARGE, [[0, rawIso(zip)]])],
    [
      'a ZIP in the last stream of a PDF',
      (zip) =>
        repeated(NOISE, LARGE, [
          [0, text('%PDF-1.7\n')],
          [19 * MIB, Buffer.concat([pdfPage('FlateDecode'), deflateSync(zip)])],
        ]),
    ],
    [
      'a base64 attachment behind another one',
      (zip) =>
        repeated(base64Line, LARGE, [
          [0, attachment('base64')],
          [
            15 * MIB,
            text(`\r\n--b\r\nContent-Transfer-Encoding: base64\r\n\r\n${zip.toString('base64')}\r\n--b\r\n`),
          ],
        ]),
    ],
  ])('GUARD-41 EICAR in %s is found in a large file', async (_, make) => {
    expect(await scanner.scan(make(zipped(EICAR)))).toEqual(found);
    expect(await scanner.scan(make(zipped(text('harmless'))))).toEqual(pass);
  });

  it('GUARD-41 a member too large for memory is looked through in a file without a name', async () => {
    const member = (content: Buffer) =>
      Buffer.concat([
        text('%PDF-1.7\n'),
        Buffer.alloc(9 * MIB, 46),
        pdfPage('FlateDecode'),
        deflateSync(content),
      ]);
    const archive = (content: Buffer) => rawZip([{ name: 'scan.pdf', content: member(content), method: 8 }]);
    expect(await scan(archive(zipped(EICAR)))).toEqual(found);
    expect(await scan(archive(zipped(text('harmless'))))).toEqual(pass);
    expect(readdirSync(join(folder, 'scan'))).toEqual([]);
  });

  it('GUARD-41 a page of a PDF that unpacks to more than the memory limit is looked through', async () => {
    const page = (content: Buffer) =>
      Buffer.concat([
        text('%PDF-1.7\n'),
        pdfPage('FlateDecode'),
        deflateSync(Buffer.concat([Buffer.alloc(5 * MIB, 1), content])),
      ]);
    expect(await scan(page(zipped(EICAR)))).toEqual(found);
    expect(await scan(page(text('harmless')))).toEqual(pass);
  });
});

describe('GUARD-41 files made to stop the scanner', () => {
  // Each of these ended the thread, or the server, or left no turn to other scans.
  it.each<[string, ByteSource]>([
    [
      'codes of quoted-printable',
      repeated(text('=41=42=43=44=45\n'), 10 * MIB, [[0, attachment('quoted-printable')]]),
    ],
    ['a uuencoded line', repeated(text(`M${'A'.repeat(60)}\n`), 10 * MIB, [[0, text('begin 644 x\n')]])],
    [
      'ASCII85',
      repeated(text('87cURD]i,"Ebo80'), 10 * MIB, [
        [0, text('%PDF-1.4\n1 0 obj << /Filter /A85 >> stream\n')],
      ]),
    ],
  ])('GUARD-41 megabytes of %s pass', async (_, source) => {
    expect(await scanner.scan(source)).toEqual(pass);
  });

  it.each<[string, ByteSource]>([
    ['the keyword of PDF streams', repeated(text('stream '), 60 * MIB, [[0, text('%PDF-1.7\n')]])],
    ['beginnings of uuencoded files', repeated(text('begin 644 x\n'), 60 * MIB)],
    ['headers of encoded bodies', repeated(text('Content-Transfer-Encoding: base64\n\n'), 60 * MIB)],
  ])('GUARD-41 60 MB of %s delay no other scan', async (_, source) => {
    const own = await openOwn();
    onTestFinished(() => own.close());
    let isDone = false;
    const verdict = own.scan(source).finally(() => (isDone = true));
    for (let n = 0; n < 8; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, while the large one is scanned
      expect(await own.scan(bufferSource(zipped(EICAR)))).toEqual(found);
    }
    expect(isDone).toBe(false);
    await own.close();
    expect(await verdict).toMatchObject({ status: 'ERROR' });
  });

  it.each([
    ['gzip', '1f8b0800000000000000', 2000],
    ['CAB', '4d534346000000000000', 100],
    ['7z', '377abcaf271c0004', 100],
    ['xz', 'fd377a585a000004e6d6b446', 100],
    ['compound files', 'd0cf11e0a1b11ae1', 2000],
    ['Zstandard', '28b52ffd04', 2000],
  ])('GUARD-41 many signatures of %s get a verdict', async (_, digits, count) => {
    const block = Buffer.concat([Buffer.from(digits, 'hex'), Buffer.alloc(500)]);
    const source = repeated(block, count * block.length, [[0, text('x')]]);
    expect(['PASS', 'ERROR']).toContain((await scanner.scan(source)).status);
    expect(await scan(EICAR)).toEqual(found);
  });

  it('GUARD-41 twenty archives that unpack to 15 MB each at once take bounded memory', async () => {
    const own = await openOwn({ limits: { ...INSPECTION_LIMITS, maxMemoryBytes: 16 * MIB } });
    onTestFinished(() => own.close());
    const bomb = gzipSync(Buffer.alloc(15 * MIB, 1));
    const before = process.memoryUsage().rss;
    let highest = before;
    const measure = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
    onTestFinished(() => clearInterval(measure));
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, () => own.scan(bufferSource(Buffer.from(bomb)))),
    );
    expect(verdicts).toEqual(Array.from({ length: 20 }, () => pass));

    expect(Math.round((highest - before) / MIB)).toBeLessThan(450);
  });

  it('GUARD-41 many archives of one sender do not delay a file of another', async () => {
    const archive = gzipSync(Buffer.alloc(8 * MIB, 1));
    let ended = 0;
    const archives = Array.from({ length: 40 }, async () => {
      await scanner.scan(bufferSource(Buffer.from(archive)), 'one');
      ended += 1;
    });
    await archives[0];
    const before = ended;
    expect(await scanner.scan(bufferSource(zipped(EICAR)), 'another')).toEqual(found);
    // In the order of their calls, 24 archives would end before this file has a turn.
    expect(ended - before).toBeLessThan(15);
    await Promise.all(archives);
  });
});

describe('SPEED-05 containers are found in the pass that scans the rules', () => {
  /** where the windows of the scan begin */
  const border = 8 * MIB - 64 * 1024;
  it.each([
    1,
    border - 2,
    border - 1,
    border,
    border + 30_000,
    8 * MIB - 2,
    8 * MIB,
    2 * border - 1,
    20 * MIB - 500,
  ])('SPEED-05 GUARD-41 a gzip or a ZIP at position %i of a large file is opened', async (at) => {
    // At least two windows, and the whole container.
    const sizeBytes = Math.min(20 * MIB, Math.max(9 * MIB, at + MIB));
    for (const container of [gzipSync(EICAR), zipped(EICAR)])
      expect(await scanner.scan(repeated(NOISE, sizeBytes, [[at, container]]))).toEqual(found);
  });

  it('SPEED-05 GUARD-41 behind more signatures than the engine returns it is found too', async () => {
    const signatures = Buffer.alloc(3 * 5000, 'BZh');
    const inserted: [number, Buffer][] = [
      [MIB, signatures],
      [2 * MIB, gzipSync(EICAR)],
    ];
    expect(await scanner.scan(repeated(NOISE, 20 * MIB, inserted))).toEqual(found);
  });

  it('SPEED-05 a text without attachments is read once', async () => {
    const source = repeated(text('070701;1200;Invoice 4711;EUR 33.20\r\n'), 20 * MIB);
    let read = 0;
    const counted: ByteSource = {
      sizeBytes: source.sizeBytes,
      readAt(target, position) {
        read += target.length;
        return source.readAt(target, position);
      },
    };
    expect(await scanner.scan(counted)).toEqual(pass);
    expect(read).toBeLessThan(1.2 * source.sizeBytes);
  });

  it.each([8 * MIB - 90, border + 40])(
    'SPEED-05 GUARD-41 an attachment at position %i of a text is opened, in any case of its header',
    async (at) => {
      const header = text('\r\n--b\r\ncONTENT-Transfer-ENCODING: base64\r\n\r\n');
      const encoded = text(`${zipped(EICAR).toString('base64')}\r\n--b\r\n`);
      const source = repeated(text('an ordinary line\r\n'), 10 * MIB, [
        [at, Buffer.concat([header, encoded])],
      ]);
      expect(await scanner.scan(source)).toEqual(found);
    },
  );

  it.each([2 * MIB, 9 * MIB])('GUARD-41 %i bytes of the signature of bzip2 pass', async (sizeBytes) => {
    expect(await scanner.scan(repeated(text('BZh'), sizeBytes))).toEqual(pass);
  });
});
