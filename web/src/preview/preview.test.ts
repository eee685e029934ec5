import { Messages, PREVIEW_LIMIT_BYTES, type Abilities, type Item, type Version } from '@vault/contract';
import { expect, test } from 'vitest';
import { decodeText } from '../kit/decode-text.ts';
import { isEditable, openingOf } from './opening.ts';
import { pageScale } from '../kit/pdf/pdf-scale.ts';
import { lineEndOf, withLineEnd } from './text-edit.ts';
import { endOfLines, LONGEST_LINE } from '../kit/text-lines.ts';
import { step, viewingOf, viewingOfVersion, withVersion } from './viewing.ts';
import { fitFactor, zoomStep } from './zoom.ts';

const file = (name: string, changes: Partial<Item> = {}): Item => ({
  sfid: `fil${name}`,
  name,
  showType: 'text/plain',
  fileType: name.split('.').at(-1) ?? '',
  fileSize: '1 B',
  size: 1,
  createddate: '2026-11-20T14:07:09.000Z',
  uploadedBy: 'Ada',
  versionCount: 1,
  viewable: false,
  editable: false,
  sizeLimitFlag: false,
  externalId: `ext-${name}`,
  versionId: `ver-${name}`,
  folderPath: '',
  parentFolderSfid: 'fld',
  ...changes,
});
const folder = (name: string) => file(name, { showType: 'folder', externalId: null, versionId: null });

test.each([
  ['a.txt', 'here'],
  ['a.png', 'here'],
  ['a.pdf', 'here'],
  ['a.docx', 'here'],
  ['a.csv', 'here'],
  ['a.parquet', 'unsupported'],
  ['a.exe', 'unsupported'],
  ['a.md', 'here'],
  ['a.zip', 'here'],
  ['a.mp4', 'here'],
  ['a', 'unsupported'],
] as const)('PREVIEW-09 PREVIEW-10 T-02 T-23 %s opens as %s', (name, way) => {
  expect(openingOf(file(name), 'view').way).toBe(way);
});

test('PREVIEW-07 PREVIEW-21 PREVIEW-32 Office files open and are edited online if possible', () => {
  expect(openingOf(file('a.xlsx', { viewable: true }), 'view')).toEqual({ way: 'online' });
  expect(openingOf(file('a.pdf', { viewable: true }), 'view')).toEqual({ way: 'here' });
  expect(openingOf(file('a.xlsx', { editable: true }), 'edit')).toEqual({ way: 'online' });
  expect(openingOf(file('a.txt'), 'edit')).toEqual({ way: 'here' });
});

test.each([
  ['a.pdf', 'view', Messages.previewTooLarge],
  ['a.png', 'view', Messages.previewTooLarge],
  ['a.pptx', 'view', Messages.officeTooLarge],
  ['a.txt', 'view', Messages.previewTooLarge],
  ['a.txt', 'edit', Messages.officeTooLarge],
] as const)(
  'PREVIEW-04 … PREVIEW-06 PREVIEW-22 a too large %s cannot be opened to %s: %s',
  (name, action, message) => {
    expect(openingOf(file(name, { sizeLimitFlag: true }), action)).toEqual({ way: 'limit', message });
  },
);

test('PREVIEW-20 MENU-05 MENU-06 texts and editable files can be edited with edit permission', () => {
  const may = (edit: boolean) => ({ edit }) as Abilities;
  expect(isEditable(file('a.txt'), may(true))).toBe(true);
  expect(isEditable(file('a.docx', { editable: true }), may(true))).toBe(true);
  expect(isEditable(file('a.docx'), may(true))).toBe(false);
  expect(isEditable(file('a.txt'), may(false))).toBe(false);
});

test('previous and next step through the files of the list and stop at its first and last file', () => {
  const listed = [folder('Tax'), file('a.txt'), file('b.pdf')];
  const first = viewingOf(file('a.txt'), listed);
  expect(first?.files.map((one) => one.file.name)).toEqual(['a.txt', 'b.pdf']);
  expect(step(first!, -1)).toBe(first);
  expect(step(first!, 1)).toMatchObject({ at: 1, isEditing: false });
  expect(viewingOf(folder('Tax'), listed)).toBeNull();
});

test('PREVIEW-33 the size limit is checked with the size of the opened version', () => {
  const version = { versionId: 'old', accloudFileSize: PREVIEW_LIMIT_BYTES.txt + 1 } as Version;
  expect(viewingOfVersion(file('a.txt'), version).files[0]).toMatchObject({
    versionId: 'old',
    file: { sizeLimitFlag: true },
  });
});

test('after saving, the new version replaces the viewed version', () => {
  const viewing = withVersion(viewingOf(file('a.txt'), [file('a.txt'), file('b.txt')])!, 'new');
  expect(viewing.files.map(({ versionId }) => versionId)).toEqual(['new', 'ver-b.txt']);
});

const bytes = (...all: number[]) => Uint8Array.from(all);
test.each([
  ['UTF-8', bytes(0xc3, 0xa4), 'ä'],
  ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa4), 'ä'],
  ['UTF-16 little-endian', bytes(0xff, 0xfe, 0xe4, 0), 'ä'],
  ['UTF-16 big-endian', bytes(0xfe, 0xff, 0, 0xe4), 'ä'],
  ['windows-1252', bytes(0xe4, 0x80), 'ä€'],
  ['no bytes', bytes(), ''],
])('a text in the encoding %s is decoded', (_, given, text) => {
  expect(decodeText(given)).toBe(text);
});

test('PREVIEW-27 PREVIEW-28 a chunk has N lines; a very long line counts as several lines', () => {
  const text = 'a\nb\nc';
  expect(endOfLines(text, 0, 2)).toBe(4);
  expect(endOfLines(text, 4, 2)).toBe(5);
  const endless = 'x'.repeat(10 * LONGEST_LINE);
  expect(endOfLines(endless, 0, 3)).toBe(3 * LONGEST_LINE);
  const pairs = `x${'😀'.repeat(LONGEST_LINE)}`;
  expect(endOfLines(pairs, 0, 1)).toBe(LONGEST_LINE + 1);
});

test('an edited text keeps the line ends of its file', () => {
  expect(lineEndOf('a\r\nb\r\nc\n')).toBe('\r\n');
  expect(lineEndOf('a\nb')).toBe('\n');
  expect(lineEndOf('a\rb\rc')).toBe('\r');
  expect(lineEndOf('')).toBe('\n');
  expect(withLineEnd('a\nb', '\r\n')).toBe('a\r\nb');
  expect(withLineEnd('a\nb', '\r')).toBe('a\rb');
});

test('LIMIT-19 a page is drawn at scale 3, and a poster smaller, to fit the limits of a canvas', () => {
  expect(pageScale({ width: 595, height: 842 })).toBe(3);
  const poster = pageScale({ width: 14_400, height: 14_400 });
  expect((14_400 * poster) ** 2).toBeLessThanOrEqual(2 ** 25 + 1);
  expect(14_400 * pageScale({ width: 14_400, height: 1 })).toBeLessThanOrEqual(16_384);
});

test('the zoom changes in steps, and small content is not enlarged to fit', () => {
  expect(zoomStep(1, 1)).toBe(1.25);
  expect(zoomStep(0.37, -1)).toBe(0.25);
  expect(zoomStep(8, 1)).toBe(8);
  expect(fitFactor({ width: 2000, height: 500 }, { width: 1000, height: 1000 }, 'whole')).toBe(0.5);
  expect(fitFactor({ width: 100, height: 4000 }, { width: 1000, height: 1000 }, 'width')).toBe(1);
  expect(fitFactor({ width: 100, height: 100 }, { width: 1000, height: 1000 }, 'whole')).toBe(1);
});
