import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawArchives, rawCompound, rawIso } from '../../testing/raw-archives.ts';
import { rawDocx, wordXml } from '../../testing/office-documents.ts';
import { rawProgram } from '../../testing/raw-program.ts';
import { rawZip } from '../../testing/raw-zip.ts';
import { bufferSource } from '../zip/index.ts';
import { embeddedScanner } from './embedded.ts';
import { EICAR, type Scanner } from './index.ts';

// Each wrapping is made twice: around EICAR, which is found, and around a harmless text, which passes.

type Wrap = (content: Buffer) => Buffer | Promise<Buffer>;

const found = { status: 'VIRUS', signature: 'EICAR_Test_File' };
const pass = { status: 'PASS' };
const HARMLESS = Buffer.from('Dear Sir or Madam, please find the annual accounts enclosed.');
const JUNK = Buffer.alloc(3000, 'junk ');

const MIB = 1024 * 1024;
/** Smaller than the shipped ones, so that bombs and large members are small too. */
const LIMITS = { minBytes: 64 * MIB, maxMemoryBytes: 4 * MIB };

let scanner: Scanner;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vault-wrappings-'));
  const log = pino({ level: 'silent' });
  scanner = await embeddedScanner({
    rulesDirectory: join(folder, 'none'),
    limits: LIMITS,
    idleMs: null,
    log,
  });
});
afterAll(async () => {
  await scanner.close();
  rmSync(folder, { recursive: true });
});

const scan = (bytes: Uint8Array) => scanner.scan(bufferSource(Buffer.from(bytes)));

const zip: Wrap = (content) => rawZip([{ name: 'letter.txt', content, method: 8 }]);
const gzip: Wrap = (content) => gzipSync(content);
/** A tar as POSIX.1-2017 has it, with names in the form of `pax` when `pax` is given. */
function tar(content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write('letter.txt', 0);
  header.write('0000644\0', 100);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write('        0', 148);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc(((512 - (content.length % 512)) % 512) + 1024)]);
}
const after =
  (wrap: Wrap): Wrap =>
  async (content) =>
    Buffer.concat([JUNK, await wrap(content)]);
const before =
  (wrap: Wrap): Wrap =>
  async (content) =>
    Buffer.concat([await wrap(content), JUNK]);
const nested =
  (...wraps: Wrap[]): Wrap =>
  async (content) => {
    let wrapped = content;
    for (const wrap of wraps) {
      // oxlint-disable-next-line no-await-in-loop -- from the inside to the outside
      wrapped = await wrap(wrapped);
    }
    return wrapped;
  };
/** A program that reads a file and writes another one; both are in a folder of the test. */
const byProgram =
  (output: string, program: string, ...args: string[]): Wrap =>
  (content) => {
    writeFileSync(join(folder, 'letter.txt'), content);
    if (output !== '') rmSync(join(folder, output), { force: true });
    const printed = execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    return output === '' ? printed : readFileSync(join(folder, output));
  };
const mail = (encoding: string, body: string): Buffer =>
  Buffer.from(
    'From: a@example.test\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n' +
      `--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n--b\r\nContent-Type: application/octet-stream\r\n` +
      `Content-Disposition: attachment; filename="letter.txt"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n` +
      `${body}\r\n--b--\r\n`,
  );
const lines = (text: string) => text.replaceAll(/.{1,60}/g, '$&\r\n');
const base64Mail: Wrap = (content) => mail('base64', lines(content.toString('base64')));
const quotedPrintable = (content: Buffer) =>
  Array.from(content, (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
const uuencoded = (content: Buffer) => {
  const code = (value: number) => String.fromCodePoint((value & 63) + 32);
  const line = (bytes: Buffer) =>
    code(bytes.length) +
    Array.from({ length: Math.ceil(bytes.length / 3) }, (_, n) => {
      const [a = 0, b = 0, c = 0] = bytes.subarray(3 * n, 3 * n + 3);
      return [a >> 2, (a << 4) | (b >> 4), (b << 2) | (c >> 6), c].map(code).join('');
    }).join('');
  const count = Math.ceil(content.length / 45);
  const all = Array.from({ length: count }, (_, n) => line(content.subarray(45 * n, 45 * n + 45)));
  return Buffer.from(`begin 644 letter.txt\n${all.join('\n')}\n\`\nend\n`);
};
async function attachedPdf(content: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  await pdf.attach(content, 'letter.txt', { mimeType: 'text/plain' });
  return Buffer.from(await pdf.save());
}
const pdfStream = (filter: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Length ${bytes.length} /Filter ${filter} >>\nstream\r\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n%%EOF'),
  ]);
const hex = (content: Buffer) => Buffer.from(`${content.toString('hex')}>`);
function ascii85(content: Buffer): Buffer {
  const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
  let text = '';
  for (let at = 0; at < padded.length; at += 4) {
    let value = padded.readUInt32BE(at);
    let group = '';
    for (let n = 0; n < 5; n += 1) {
      group = String.fromCodePoint((value % 85) + 33) + group;
      value = Math.floor(value / 85);
    }
    text += group;
  }
  return Buffer.from(`${text}~>`);
}
const docx: Wrap = (content) =>
  rawDocx(wordXml('<w:p><w:r><w:t>Dear Ada</w:t></w:r></w:p>'), '', { 'word/embeddings/a.bin': content });

const rtf: Wrap = (content) =>
  Buffer.from(`{\\rtf1{\\object\\objemb{\\*\\objdata 01050000\r\n${content.toString('hex')}}}}`);
/** [MS-PPT] 2.10.34 */
const powerpointObject: Wrap = (content) => {
  const packed = deflateSync(content);
  const header = Buffer.from('100011100000000000000000', 'hex');
  header.writeUInt32LE(packed.length + 4, 4);
  header.writeUInt32LE(content.length, 8);
  return Buffer.concat([JUNK, header, packed, JUNK]);
};
/** The main header of an ARJ archive, and its checksum */
function arj(content: Buffer): Buffer {
  const header = Buffer.alloc(34);
  header.set([30, 11, 1, 2, 16, 0, 2]);
  const size = Buffer.from([0x60, 0xea, header.length, 0]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(header));
  return Buffer.concat([size, header, sum, content]);
}
const startingWith = (digits: string) => () => Buffer.concat([Buffer.from(digits, 'hex'), HARMLESS]);

const SEVEN_ZIP = ['a', '-bso0', '-y'] as const;

const WRAPPINGS: Record<string, Wrap> = {
  'a ZIP': zip,
  'a ZIP in a ZIP, five levels': nested(zip, zip, zip, zip, zip),
  gzip,
  'gzip of several members': (content) => Buffer.concat([gzipSync('first'), gzipSync(content)]),
  'a tar': (content) => tar(gzipSync(content)),
  'tar.gz': nested(tar, gzip),
  'tar.gz in a ZIP in tar.gz': nested(tar, gzip, zip, tar, gzip),
  'ZIP, gzip and tar, five levels': nested(zip, gzip, tar, gzip, zip),
  Zstandard: (content) => zstdCompressSync(content),
  'a ZIP after junk': after(zip),
  'a ZIP before junk': before(zip),
  'a ZIP between junk': before(after(zip)),
  'a ZIP before another ZIP': async (content) => Buffer.concat([await zip(content), await zip(HARMLESS)]),
  'gzip after junk': after(gzip),
  'gzip before junk': before(gzip),
  'an object in a Word document': docx,
  'a ZIP in a Word document in a ZIP': nested(zip, docx, zip),
  'a fragmented compound file': nested(
    (content) => Buffer.concat([Buffer.alloc(9000, 46), Buffer.alloc(490, 46), content]),
    (content) => rawCompound(content),
  ),
  'a short stream of a compound file': (content) => rawCompound(content, { isShort: true }),
  'a compound file with more sectors than its header lists': (content) =>
    rawCompound(Buffer.concat([Buffer.alloc(9 * MIB, 46), zip(content) as Buffer])),
  'a ZIP in a compound file': nested(zip, (content) => rawCompound(content)),
  'a base64 attachment': base64Mail,
  'a ZIP as an attachment': nested(zip, base64Mail),
  'a forwarded mail in base64': nested(base64Mail, base64Mail),
  'an attachment in quoted-printable': (content) => mail('Quoted-Printable', quotedPrintable(content)),
  'a mail in a compound file, as in MSG': nested(base64Mail, (content) => rawCompound(content)),
  uuencode: uuencoded,
  'a PDF attachment': attachedPdf,
  'a ZIP in a PDF': nested(zip, attachedPdf),
  'a PDF after junk': (content) =>
    Buffer.concat([JUNK.subarray(0, 900), pdfStream('/FlateDecode', deflateSync(content))]),
  'a PDF stream in ASCIIHex and Flate': (content) =>
    pdfStream('[/ASCIIHexDecode /FlateDecode]', hex(deflateSync(content))),
  'a PDF stream in ASCII85 with codes in its name': (content) =>
    pdfStream('/ASCII#385Decode', ascii85(content)),
  'a PDF stream whose filter is in another object': (content) => pdfStream('5 0 R', deflateSync(content)),
  'a PDF that is a ZIP too': async (content) =>
    Buffer.concat([pdfStream('/FlateDecode', deflateSync(content)), await zip(HARMLESS)]),
  ...Object.fromEntries(
    Object.entries(rawArchives).flatMap(([name, archive]) => [
      [name, archive],
      [`a ZIP in ${name} in gzip`, nested(zip, archive, gzip)],
    ]),
  ),
  'RAR after junk': after(rawArchives['RAR 5']),
  'an ISO 9660 image in a ZIP': nested(rawIso, zip),
  'an object in RTF': rtf,
  'a packed object of a presentation': nested(powerpointObject, (content) => rawCompound(content)),
  'a ZIP behind a program': nested(zip, (content) => rawProgram({ behind: content })),
  'a program': (content) => {
    const program = rawProgram();
    content.copy(program, 600);
    return program;
  },
  'a data address in HTML': (content) =>
    Buffer.from(`<a href="data:application/zip;base64,${content.toString('base64')}">invoice</a>`),
};

/** By programs that are not on every machine. */
const BY_PROGRAM: Record<string, Wrap> = {
  '7z': byProgram('a.7z', '7z', ...SEVEN_ZIP, 'a.7z', 'letter.txt'),
  '7z by PPMd in a ZIP': nested(byProgram('p.7z', '7z', ...SEVEN_ZIP, '-m0=PPMd', 'p.7z', 'letter.txt'), zip),
  '7z after junk': after(byProgram('j.7z', '7z', ...SEVEN_ZIP, 'j.7z', 'letter.txt')),
  xz: byProgram('', 'xz', '-c', 'letter.txt'),
  'tar.xz': byProgram('', 'tar', 'cJf', '-', 'letter.txt'),
  bzip2: byProgram('', 'bzip2', '-c', 'letter.txt'),
  'tar.bz2 in a ZIP': nested(byProgram('', 'tar', 'cjf', '-', 'letter.txt'), zip),
};

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const missing = ['7z', 'xz', 'bzip2', 'tar'].filter((program) => !isInstalled(program));
const skipped = missing.length === 0 ? '' : ` (${missing.join(', ')} not installed here: skipped)`;

describe('GUARD-41 wrappings of EICAR', () => {
  const check = async (wrap: Wrap) => {
    expect(await scan(await wrap(EICAR))).toEqual(found);
    expect(await scan(await wrap(HARMLESS))).toEqual(pass);
  };
  it.each(Object.entries(WRAPPINGS))('GUARD-41 EICAR in %s is found; a harmless text passes', (_, wrap) =>
    check(wrap),
  );
  const here = Object.entries(BY_PROGRAM);
  it.skipIf(missing.length > 0).each(here)(`GUARD-41 EICAR in %s is found${skipped}`, (_, wrap) =>
    check(wrap),
  );
});

const EMPTY = tar(Buffer.alloc(0)).subarray(0, 512);
/** The engine scans them at 600 MB/s, zeros at 150. */
const ones = Buffer.alloc(10 * MIB, 1);
const bombOf = (part: Buffer) => Buffer.concat(Array.from({ length: 8 }, () => part));

describe('GUARD-41 what cannot be looked through is a failed scan', () => {
  it.each<[string, () => Buffer]>([
    ['ten levels of gzip', () => Array.from({ length: 10 }).reduce<Buffer>((one) => gzipSync(one), HARMLESS)],
    ['a gzip bomb', () => bombOf(gzipSync(ones))],
    [
      'a tar with more members than allowed',
      () => gzipSync(Buffer.concat(Array.from({ length: 50_001 }, () => EMPTY))),
    ],
    ['a damaged gzip stream', () => gzipSync(Buffer.alloc(9000, 'x')).subarray(0, 30)],
    ['a truncated tar', () => tar(Buffer.alloc(5000, 'x')).subarray(0, 2000)],
    ['a damaged 7z', () => Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(500, 7)])],
    ['a damaged compound file', () => rawCompound(HARMLESS).subarray(0, 600)],
    ['an ARJ archive', () => arj(HARMLESS)],
    ['a compiled help file', startingWith('495453460300000060000000')],
    ['an SZDD file', startingWith('535a444488f0273341')],
    ['a SIS file', startingWith('00000001123a001019040010')],
    [
      'a BinHex file in a ZIP',
      () => zip(Buffer.from('(This file must be converted with BinHex 4.0)\n:#abc:')) as Buffer,
    ],
    ['a packed program', () => rawProgram({ isWritable: true })],
    ['an installer of an unknown format', () => rawProgram({ behind: JUNK })],
    ['a bomb in a PDF', () => zip(bombOf(pdfStream('/FlateDecode', deflateSync(ones)))) as Buffer],
  ])('GUARD-41 %s is a failed scan', async (_, make) => {
    expect(await scan(make())).toMatchObject({ status: 'ERROR', reason: expect.any(String) as unknown });
  });

  it('GUARD-41 EICAR in a gzip of more than the memory limit is found', async () => {
    const large = tar(Buffer.concat([Buffer.alloc(5 * MIB, 46), zip(EICAR) as Buffer]));
    expect(await scan(gzipSync(large))).toEqual(found);
    const members = Buffer.concat([
      tar(Buffer.alloc(5 * MIB, 46)).subarray(0, -1024),
      tar(zip(EICAR) as Buffer),
    ]);
    expect(await scan(gzipSync(members))).toEqual(found);
  });

  it.skipIf(missing.length > 0)('GUARD-41 an encrypted 7z passes, as an encrypted ZIP does', async () => {
    for (const option of ['-mhe=off', '-mhe=on']) {
      const wrap = byProgram('e.7z', '7z', ...SEVEN_ZIP, '-ppassword', option, 'e.7z', 'letter.txt');
      // oxlint-disable-next-line no-await-in-loop
      expect(await scan(await wrap(HARMLESS))).toEqual(pass);
    }
  });
});

it('SPEED-06 GUARD-41 files that are scanned together are opened each by its own marks', async () => {
  const contents = [HARMLESS, EICAR, HARMLESS, EICAR].map((content) => Buffer.from(content));
  const pairs = await Promise.all(contents.map(async (content) => [await after(gzip)(content), content]));
  const padded = pairs.flat().map((bytes, n) => Buffer.concat([Buffer.alloc(n * 1000, 'x '), bytes]));
  const verdicts = await Promise.all(padded.map(scan));
  expect(verdicts).toEqual([pass, pass, found, found, pass, pass, found, found]);
});
