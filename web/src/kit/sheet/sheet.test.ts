import { deflateRawSync } from 'node:zlib';
import {
  SHEET_HEAD_BYTES,
  SHEET_MAGIC,
  type SheetIndex,
  type SheetRows,
  type SheetStyle,
  type SheetTab,
} from '@vault/contract';
import { describe, expect, test } from 'vitest';
import { placeCells } from './cells.ts';
import { columnName, layoutOf } from './layout.ts';
import { noteOf } from './note.ts';
import { openSheet } from './open-sheet.ts';
import { tracksOf } from './tracks.ts';

const DESKTOP = { width: 1200, height: 700 };
const PHONE = { width: 390, height: 700 };

const tabOf = (changes: Partial<SheetTab> = {}): SheetTab => ({
  name: 'One',
  rows: 100,
  columns: 10,
  widths: [],
  heights: [],
  merges: [],
  frozenRows: 0,
  frozenColumns: 0,
  blocks: [],
  ...changes,
});

describe('USE-30 the tracks (rows or columns) of a sheet', () => {
  test('a track starts after all tracks before it', () => {
    const tracks = tracksOf(10, 20, [
      [2, 50],
      [4, 0],
      [99, 1],
    ]);
    expect([0, 2, 3, 5, 10].map(tracks.start)).toEqual([0, 40, 90, 110, 210]);
    expect([2, 3, 4].map(tracks.size)).toEqual([50, 20, 0]);
  });

  test('at returns the track at a position; positions outside give the first or the last track', () => {
    const tracks = tracksOf(10, 20, [[2, 50]]);
    expect([-5, 0, 19, 20, 89, 90, 1e9].map(tracks.at)).toEqual([0, 0, 0, 1, 2, 3, 9]);
  });
});

describe('USE-30 the layout of a sheet', () => {
  test('the first row and column of a sheet are frozen when the document freezes none', () => {
    expect(layoutOf(tabOf(), DESKTOP)).toMatchObject({ frozenRows: 1, frozenColumns: 1 });
    expect(layoutOf(tabOf({ frozenRows: 3, frozenColumns: 2 }), DESKTOP)).toMatchObject({
      frozenRows: 3,
      frozenColumns: 2,
    });
  });

  test('a narrow first column is not frozen, so that its title can overflow', () => {
    expect(layoutOf(tabOf({ widths: [[0, 0, 25]] }), DESKTOP).frozenColumns).toBe(0);
    expect(layoutOf(tabOf({ widths: [[0, 0, 25]], frozenColumns: 1 }), DESKTOP).frozenColumns).toBe(1);
  });

  test('a wide first column is not frozen on a phone', () => {
    expect(layoutOf(tabOf({ widths: [[0, 0, 300]] }), PHONE).frozenColumns).toBe(0);
    expect(layoutOf(tabOf({ widths: [[0, 0, 100]], frozenColumns: 4 }), PHONE).frozenColumns).toBe(1);
  });

  test.each([
    ['a small sheet', { rows: 5, columns: 3, widths: [[0, 0, 300]] as SheetTab['widths'] }],
    [
      'a sheet that leaves half a column and row',
      {
        rows: 28,
        columns: 15,
        heights: [[3, 36]] as SheetTab['heights'],
        widths: [[0, 0, 100]] as SheetTab['widths'],
      },
    ],
    ['an empty sheet', { rows: 0, columns: 0 }],
  ])('USE-30 the cells of %s fill the window exactly, without scrolling', (_, changes) => {
    const { columns, rows, gutter } = layoutOf(tabOf(changes), { width: 1200, height: 750 });
    expect([gutter + columns.start(columns.count), 24 + rows.start(rows.count)]).toEqual([1200, 750]);
    expect(columns.size(columns.count - 1)).toBeGreaterThanOrEqual(24);
  });

  test('USE-30 a sheet that is larger than the window has no empty cells', () => {
    const { columns, rows } = layoutOf(tabOf({ rows: 100, columns: 40 }), DESKTOP);
    expect([columns.count, rows.count]).toEqual([40, 100]);
  });

  test('sheet columns are named A to Z, AA to ZZ, AAA, as in spreadsheet programs', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

describe('USE-30 the cells of a row', () => {
  const place = (cells: SheetRows[number][1], changes: Partial<SheetTab> = {}, from = 0, to = 10) =>
    placeCells(cells, 0, {
      layout: layoutOf(tabOf(changes), DESKTOP),
      styles: [{}, { align: 'right' }],
      from,
      to,
    });

  test('USE-30 the borders of two neighbouring cells are drawn as one line', () => {
    const styles: SheetStyle[] = [
      { borders: ['', 'ff0000', 'ff0000', ''] },
      { borders: ['0000ff', '', '', '0000ff'] },
    ];
    const cells = placeCells(
      [
        [0, 0, 'a'],
        [1, 1, 'b'],
      ],
      0,
      {
        layout: layoutOf(tabOf(), DESKTOP),
        styles,
        from: 0,
        to: 10,
      },
    );
    // The first cell draws its right border inside itself, and the next cell draws its left border outside itself. Both
    // borders are on the same pixels.
    expect(cells.map(({ style }) => style.boxShadow)).toEqual([
      'inset -1px 0 0 0 #ff0000, inset 0 -1px 0 0 #ff0000',
      '0 -1px 0 0 #0000ff, -1px 0 0 0 #0000ff',
    ]);
  });

  test('a long text overflows into empty cells up to the next filled cell; a number does not', () => {
    const long = 'A text that is longer than its column';
    const cells = place([
      [1, 0, long],
      [3, 1, '1234567890123456789'],
    ]);
    expect(cells.map(({ style, spill }) => [style.left, style.width, spill?.maxWidth])).toEqual([
      [72, 72, 143],
      [216, 72, undefined],
    ]);
  });

  test('USE-30 a title in a frozen first column overflows into the next columns', () => {
    const [title] = place([[0, 0, 'Dates, all 24th November 2006']]);
    expect(title?.spill).toMatchObject({ maxWidth: 273 });
  });

  test('USE-30 a text that overflows into a cell with a fill colour is drawn over the colour', () => {
    const filled = { fill: 'ffff00' };
    const [title] = placeCells(
      [
        [0, 0, 'A title that is longer than its column'],
        [1, 1, ''],
      ],
      0,
      { layout: layoutOf(tabOf(), DESKTOP), styles: [filled, filled], from: 0, to: 10 },
    );
    expect([title?.style.width, title?.style.zIndex, title?.spill]).toEqual([72, 1, { maxWidth: 354 }]);
  });

  test('USE-30 a text has the size and alignment of the document', () => {
    const styles: SheetStyle[] = [
      { size: 26, vertical: 'center', indent: 18 },
      { align: 'right', vertical: 'top', indent: 9, wrap: true },
    ];
    const cells = placeCells(
      [
        [0, 0, 'a'],
        [1, 1, 'b'],
        [2, 2, 'two\nlines'],
      ],
      0,
      { layout: layoutOf(tabOf(), DESKTOP), styles: [...styles, {}], from: 0, to: 10 },
    );
    expect(cells.map(({ style }) => style)).toMatchObject([
      { fontSize: 26, lineHeight: '36px', alignContent: 'safe center', paddingLeft: 23 },
      { lineHeight: '18px', alignContent: 'start', paddingRight: 14 },
      { lineHeight: '18px' },
    ]);
  });

  test('a merged cell takes the area of all its cells, and the covered cells are not placed', () => {
    const cells = place(
      [
        [0, 0, 'all'],
        [1, 0, 'hidden'],
      ],
      { merges: [[0, 0, 1, 2]] },
    );
    expect(cells).toHaveLength(1);
    expect(cells[0]?.style).toMatchObject({ left: 0, width: 216, height: 48, background: '#fff' });
  });

  test('only cells in the window, and cells whose text overflows into it, are placed', () => {
    const row: SheetRows[number][1] = [
      [1, 0, 'A text that is longer than its column and the next'],
      [2, 1, ''],
      [9, 0, 'x'],
    ];
    expect(place(row, {}, 4, 8).map(({ column }) => column)).toEqual([1]);
  });
});

describe('USE-30 the note below a sheet', () => {
  const none = { hasLost: false, isCut: false, tab: { rows: 3 } };

  test.each([
    ['nothing of a sheet that is shown as it is', 'whole', none, null],
    ['that a sheet is empty', 'whole', { ...none, tab: { rows: 0 } }, 'This sheet is empty.'],
    ['nothing of a sheet whose rows are to come', 'coming', { ...none, tab: { rows: 0 } }, null],
    [
      'where pictures and charts are',
      'whole',
      { ...none, tab: { rows: 0, hasDrawings: true } },
      'Pictures and charts of this sheet are in the original.',
    ],
    [
      'that the preview is cut before where pictures are',
      'whole',
      { ...none, isCut: true, tab: { rows: 3, hasDrawings: true } },
      'The preview ends here. Download the file to see all of it.',
    ],
  ] as const)('the note says %s', (_, state, noted, note) => expect(noteOf(state, noted)).toBe(note));
});

describe('USE-30 opening a rendered sheet', () => {
  const rows: SheetRows = [[0, [[0, 0, 'Ada']]]];
  const block = deflateRawSync(JSON.stringify(rows));
  const index: SheetIndex = {
    tabs: [tabOf({ blocks: [[0, 0, block.length]] })],
    styles: [{}],
    isCut: false,
  };
  const packed = deflateRawSync(JSON.stringify(index));
  const head = Buffer.alloc(SHEET_HEAD_BYTES);
  head.write(SHEET_MAGIC, 'latin1');
  head.writeUInt32BE(packed.length, SHEET_MAGIC.length);
  const bytes = Buffer.concat([head, packed, block]);

  test.each([
    [false, [[0, 131_072]]],
    [true, [[8, 131_072]]],
  ])('a small sheet is read with one range (view already recorded: %s)', async (isSeen, ranges) => {
    const asked: (number | null)[][] = [];
    const sheet = await openSheet(async (start, end) => {
      asked.push([start, end]);
      return new Response(bytes.subarray(start, end ?? undefined));
    }, isSeen);
    const [first] = sheet.index.tabs[0]?.blocks ?? [];
    if (first === undefined) throw new Error('no block');
    expect((await sheet.rowsOf(first)).get(0)).toEqual([[0, 0, 'Ada']]);
    expect(asked).toEqual(ranges);
  });
});
