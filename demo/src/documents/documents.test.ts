import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annualAccounts, reviewDeck } from '../papers/reports.ts';
import { minutes } from '../papers/meetings.ts';
import { receipt, signedScan, sitePhoto } from '../papers/pictures.ts';
import type { Paper } from '../papers/setting.ts';
import { payroll } from '../papers/sheets.ts';
import { BIRCH } from '../parties.ts';
import { seededRandom } from '../random.ts';
import type { Workbook } from './content.ts';
import { render } from './render.ts';
import { renderCsv } from './text.ts';

const DATE = new Date('2026-03-31T09:30:00Z');
/** A client whose name must be escaped in XML. */
const setting = (seed: string) => ({
  client: BIRCH,
  date: DATE,
  author: 'Ada Byron',
  random: seededRandom(seed),
  edition: 1,
});
const make = (paper: Paper, extension: string) => render(paper(setting(extension)), extension);

/** Reads a ZIP of XML parts with Python, which shares no code with the writer; fails on any invalid part. */
const READ_OFFICE = `
import sys, zipfile
from xml.dom import minidom
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
texts = []
for name in archive.namelist():
    if name.endswith(('.xml', '.rels')):
        document = minidom.parseString(archive.read(name))
        texts += [node.data for tag in ('w:t', 'a:t', 't') for element in document.getElementsByTagName(tag) for node in element.childNodes]
print('\\n'.join(archive.namelist() + texts))
`;

/** Without Python (a minimal container) the three kinds of Office files are generated but not read. */
const hasPython = spawnSync('python3', ['--version']).status === 0;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'demo-documents-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readOffice(paper: Paper, extension: string): Promise<string> {
  const file = join(folder, `file.${extension}`);
  writeFileSync(file, await make(paper, extension));
  return execFileSync('python3', ['-c', READ_OFFICE, file], { encoding: 'utf8' });
}

describe('Demo documents', () => {
  it('a PDF can be opened, and has its title, its date and one page', async () => {
    const file = await PDFDocument.load(await make(annualAccounts(2025), 'pdf'), { updateMetadata: false });
    expect(file.getTitle()).toBe('Annual accounts 2025');
    expect(file.getCreationDate()).toEqual(DATE);
    expect(file.getPageCount()).toBe(1);
  });

  it.skipIf(!hasPython)('a Word file is a valid package with the text of the paper', async () => {
    const text = await readOffice(minutes('board', DATE), 'docx');
    expect(text).toContain('word/document.xml');
    expect(text).toContain('Board minutes, 31 March 2026');
  });

  it.skipIf(!hasPython)('an Excel file is a valid package with its rows', async () => {
    const text = await readOffice(payroll, 'xlsx');
    expect(text).toContain('xl/worksheets/sheet1.xml');
    expect(text).toContain('Harriet Birch');
  });

  it.skipIf(!hasPython)('a PowerPoint file is a valid package with a title page and its slides', async () => {
    const text = await readOffice(reviewDeck('Progress', 'Phase 1'), 'pptx');
    expect(text).toContain('ppt/slides/slide6.xml');
    expect(text).toContain('Where we stand');
  });

  it('an upright photo is stored in landscape, and its EXIF orientation describes the rotation', async () => {
    const { format, width, height, orientation } = await sharp(
      await make(sitePhoto('shell', true), 'jpg'),
    ).metadata();
    expect({ format, width, height, orientation }).toEqual({
      format: 'jpeg',
      width: 800,
      height: 600,
      orientation: 6,
    });
  });

  it.each(['png', 'gif', 'jpg'])('a scan as .%s is read by an image library', async (extension) => {
    const { format, width } = await sharp(await make(receipt, extension)).metadata();
    expect({ format, width }).toEqual({ format: extension === 'jpg' ? 'jpeg' : extension, width: 520 });
  });

  it('the header of a BMP has the right length, size and offset, and all dots follow it', async () => {
    const bytes = Buffer.from(await make(receipt, 'bmp'));
    const [width, height, depth] = [bytes.readInt32LE(18), bytes.readInt32LE(22), bytes.readUInt16LE(28)];
    expect(bytes.readUInt32LE(2)).toBe(bytes.length);
    expect([width, depth]).toEqual([520, 8]);
    expect(bytes.readUInt32LE(10) + width * height).toBe(bytes.length);
  });

  it('a scanned letter as PDF is one page with one picture', async () => {
    const file = await PDFDocument.load(await make(signedScan('Agreement', ['We agree']), 'pdf'));
    expect(file.getPageCount()).toBe(1);
    expect(file.getPage(0).node.Resources()?.toString()).toContain('/XObject');
  });

  it('RFC 4180 a CSV cell with comma or quotation mark is quoted, an amount is a bare number', () => {
    const workbook: Workbook = {
      kind: 'workbook',
      title: 'Test',
      date: DATE,
      sheets: [
        {
          name: 'One',
          columns: [
            { title: 'Text', format: 'text', width: 10 },
            { title: 'Amount', format: 'money', width: 10 },
            { title: 'Day', format: 'day', width: 10 },
          ],
          rows: [['5" pipe, grey', 123456, DATE]],
        },
      ],
    };
    expect(renderCsv(workbook)).toBe('Text,Amount,Day\r\n"5"" pipe, grey",1234.56,2026-03-31\r\n');
  });

  it('content that has no version in the requested format is refused', async () => {
    await expect(make(payroll, 'pdf')).rejects.toThrow(RangeError);
    await expect(make(annualAccounts(2025), 'xlsx')).rejects.toThrow(RangeError);
  });
});
