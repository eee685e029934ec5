import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { rawZip } from '../../testing/raw-zip.ts';
import { type OfficeConverter, OfficeBusy, OfficeFailure, OfficeStartError, openOffice } from './index.ts';
import { findProgram } from './find-program.ts';
import { entityBomb, linkingDocx, realDocx, realPptx, realXlsx } from '../../testing/office-documents.ts';
import { type DocumentReader, openDocumentReader } from '../readers/index.ts';
import { chooseSandbox, run } from '../sandbox/index.ts';
import { libreOffice, OFFICE_LIMITS } from './libreoffice.ts';

// Uses the real installed LibreOffice in its sandbox. Without it these tests are skipped, and the title says so.

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
const soffice = await findProgram(null);

let folder: string;
let converter: OfficeConverter;
let reader: DocumentReader;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-office-test-'));
  await chmod(folder, 0o755);
  reader = openDocumentReader({ hidden: folder, log });
  if (soffice !== null) converter = await libreOffice({ program: soffice, hidden: folder, log, reader });
});
afterAll(async () => {
  await converter?.close();
  await reader.close();
  await rm(folder, { recursive: true });
});

const SQUARE = { width: 64, height: 64, channels: 3, background: 'red' } as const;

const failureOf = (rendering: Promise<unknown>) =>
  rendering.then(
    () => null,
    (error: unknown) => error,
  );

async function imagesIn(pdf: Buffer): Promise<number> {
  const document = await PDFDocument.load(pdf);
  return document.context
    .enumerateIndirectObjects()
    .filter(
      ([, object]) =>
        object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'),
    ).length;
}

describe.skipIf(soffice === null)(
  `LibreOffice${soffice === null ? ' (not installed here: skipped)' : ''}: a document`,
  () => {
    test.each([
      ['docx', () => realDocx('Hello')],
      ['xlsx', () => realXlsx([['a', 1]])],
      ['pptx', () => realPptx('Hello')],
    ] as const)('a document of the kind %s becomes a PDF with a page', async (extension, make) => {
      const pdf = await converter.toPdf(make, extension);
      expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1);
    });

    test('concurrent documents are rendered, each with its own pages', async () => {
      const pages = await Promise.all(
        [1, 2, 3].map(async (count) => {
          const pdf = await converter.toPdf(
            () => realDocx(...Array.from({ length: count }, () => 'page')),
            'docx',
          );
          return (await PDFDocument.load(pdf)).getPageCount();
        }),
      );
      expect(pages).toEqual([1, 2, 3]);
    });

    test('a document cannot include pictures from the disk of the server', async () => {
      const picture = join(tmpdir(), `vault-picture-${process.pid}.png`);
      await writeFile(picture, await sharp({ create: SQUARE }).png().toBuffer(), { mode: 0o644 });
      const pdf = await converter.toPdf(async () => linkingDocx(picture), 'docx');
      await rm(picture);
      expect(await imagesIn(pdf)).toBe(0);
    });

    test.each<[string, Buffer]>([
      ['nothing', Buffer.alloc(0)],
      ['text', Buffer.from('plain text')],
      ['a web page', Buffer.from('<html><iframe src="file:///etc/passwd"></iframe></html>')],
      ['RTF', Buffer.from('{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE "/etc/x.png"}}}')],
      [
        'a ZIP of another kind',
        rawZip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }]),
      ],
      ['a truncated document', realDocxStart()],
      ['a compound file without a document', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex')],
      [
        'a bomb',
        rawZip([
          { name: '[Content_Types].xml' },
          { name: 'word/document.xml', method: 8, content: Buffer.alloc(30_000_000) },
        ]),
      ],
      ['many bombs', rawZip([{ name: '[Content_Types].xml' }, ...claims(20, 30_000_000)])],
    ])('a document that is %s is refused', async (_, bytes) => {
      expect(await failureOf(converter.toPdf(async () => bytes, 'docx'))).toBeInstanceOf(OfficeFailure);
    });

    test('a document with endless entity expansion does not prevent the next rendering', async () => {
      const bomb = entityBomb();
      const failure = await failureOf(converter.toPdf(async () => bomb, 'docx'));
      expect(failure === null || failure instanceof OfficeFailure).toBe(true);
      expect((await converter.toPdf(() => realDocx('after'), 'docx')).length).toBeGreaterThan(0);
    });

    test('SAFE-23 a rendering that takes too long is killed with its children and leaves no files', async () => {
      const temporary = await ownTemporaryFolder();
      const withShortTimeout = await libreOffice({
        program: soffice ?? '',
        hidden: folder,
        log,
        reader,
        timeoutMs: 50,
      });
      const failure = await failureOf(withShortTimeout.toPdf(() => realDocx('slow'), 'docx'));
      expect(failure).toBeInstanceOf(OfficeFailure);
      expect(String(failure)).toContain('too long');
      await withShortTimeout.close();
      expect(await readdir(temporary)).toEqual([]);
    });

    test('SAFE-23 a document waits for its turn within a limit', async () => {
      const single = await libreOffice({
        program: soffice ?? '',
        hidden: folder,
        log,
        reader,
        atOnce: 1,
        maxWaitMs: 1,
      });
      const [first, second] = [
        single.toPdf(() => realDocx('a'), 'docx'),
        single.toPdf(() => realDocx('b'), 'docx'),
      ];
      expect(await failureOf(second)).toBeInstanceOf(OfficeBusy);
      expect((await first).length).toBeGreaterThan(0);
      await single.close();
    });

    test('a rendering is cancelled when the server stops, and its files are removed', async () => {
      const temporary = await ownTemporaryFolder();
      const stopping = await libreOffice({ program: soffice ?? '', hidden: folder, log, reader });
      const failure = failureOf(stopping.toPdf(() => realDocx('a'), 'docx'));
      await expect.poll(() => readdir(temporary)).toHaveLength(1);
      await stopping.close();
      expect(await failure).toBeInstanceOf(OfficeBusy);
      expect(await failureOf(stopping.toPdf(() => realDocx('b'), 'docx'))).toBeInstanceOf(OfficeBusy);
      expect(await readdir(temporary)).toEqual([]);
    });
  },
);

/** A temporary folder for one test: other tests render documents at the same time. */
async function ownTemporaryFolder(): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'vault-temporary-'));
  await chmod(own, 0o755);
  vi.stubEnv('TMPDIR', own);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(own, { recursive: true });
  });
  return own;
}

describe('the sandbox', () => {
  const sandboxOf = (hidden: string, isRoot?: boolean) =>
    chooseSandbox({
      hidden,
      limits: OFFICE_LIMITS,
      probe: ['test', '-x', tmpdir()],
      run: options(),
      ...(isRoot === undefined ? {} : { isRoot }),
    });
  const options = () => ({ cwd: tmpdir(), timeoutMs: 20_000, signal: new AbortController().signal });

  const servers = process.getuid?.() === 0 ? ['root', 'an ordinary user'] : ['an ordinary user'];
  test.each(servers)(
    'the sandbox of a server that is %s has no network and hides the vault',
    async (server) => {
      const data = join(folder, `data of ${server}`);
      await mkdir(data);
      await writeFile(join(data, 'secret'), 'do not tell');
      const { prefix, gap } = await sandboxOf(data, server === 'root');
      if (gap !== null) return expect.soft(gap).toContain('network');
      const inside = async (...command: string[]) => (await run([...prefix, ...command], options())).output;
      expect(await inside('cat', '/proc/net/dev')).not.toMatch(/eth|en[op]|wl/);
      expect(await inside('cat', join(data, 'secret'))).toContain('No such file');
      expect(await inside('sh', '-c', 'umount "$1"; cat "$1/secret"', 'sh', data)).not.toContain(
        'do not tell',
      );
    },
  );

  test('the sandbox limits memory and file sizes, and passes on no setting of the server', async ({
    skip,
  }) => {
    const { prefix } = await sandboxOf(folder);
    skip(prefix.length === 0, 'this machine has no sandbox');
    const inside = async (command: string) => (await run([...prefix, 'sh', '-c', command], options())).output;
    expect(await inside('ulimit -v')).toBe(String(2 * 1024 * 1024));
    expect(await inside('ulimit -f')).toBe(String(128 * 2 * 1024));
    process.env['VAULT_TEST_SECRET'] = 'password';
    expect(await inside('env')).not.toContain('password');
  });

  test('a program that moved to the background is killed with its process group', async () => {
    const { output } = await run(['sh', '-c', 'sleep 300 & echo $!'], options());
    const isThere = () => {
      try {
        return process.kill(Number(output), 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isThere).toBe(false);
  });
});

describe('OFFICE_CONVERTER', () => {
  const open = (setting: string | null) => openOffice({ program: setting, hidden: folder, log, reader });

  test('"none" disables an installed converter', async () => expect(await open('none')).toBeNull());

  test.each(['/no/such/program', 'soffice', '/usr'])(
    'OFFICE_CONVERTER=%s stops the start with a sentence',
    async (path) => {
      const failure = await failureOf(open(path));
      expect(failure).toBeInstanceOf(OfficeStartError);
      expect(String(failure)).toContain(`OFFICE_CONVERTER cannot be used: ${path} is not a program`);
    },
  );

  test('without OFFICE_CONVERTER the usual paths of packages are searched', async () => {
    const program = join(folder, 'soffice');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
    expect(await findProgram(null, ['/no/such/folder', folder])).toBe(program);
  });
});

function realDocxStart(): Buffer {
  return rawZip([
    { name: '[Content_Types].xml' },
    { name: 'word/document.xml', content: 'x'.repeat(500) },
  ]).subarray(0, 300);
}

/** ZIP entries that each claim a number of unpacked bytes, at a plausible compression ratio. */
function claims(count: number, sizeBytes: number) {
  return Array.from({ length: count }, (_, n) => ({
    name: `word/part${n}.xml`,
    method: 8,
    packed: Buffer.alloc(sizeBytes / 150),
    claims: { sizeBytes },
  }));
}
