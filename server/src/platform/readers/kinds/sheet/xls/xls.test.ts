import { describe, expect, test } from 'vitest';
import { f64, rawCompound, rawXls, record, u16, u32 } from '../../../../../testing/raw-xls.ts';
import { read } from '../../sheet.ts';
import { unpackGrid } from '../fixtures/unpack-grid.ts';
import { rkNumber } from './worksheet.ts';

const xls = async (bytes: Uint8Array) => unpackGrid((await read(bytes, { extension: 'xls' })).bytes);
const sheetOf = async (records: readonly Buffer[], globals: readonly Buffer[] = [], version?: number) => {
  const { sheets } = await xls(
    rawXls({ sheets: [{ name: 'One', records }], globals, ...(version === undefined ? {} : { version }) }),
  );
  return sheets[0];
};

/** A string of 8-bit characters, as the table of shared texts has it. */
const text8 = (text: string) =>
  Buffer.concat([u16(text.length), Buffer.from([0]), Buffer.from(text, 'latin1')]);
const label = (row: number, column: number, number: number) =>
  record(0x00fd, u16(row, column, 0), u32(number));
const number = (row: number, column: number, value: number, cellStyle = 0) =>
  record(0x0203, u16(row, column, cellStyle), f64(value));
const font = (flags: number, color: number, weight: number, size = 200) =>
  record(0x0031, u16(size, flags, color, weight, 0), 0, 0, 0, 0);
/**
 * A cell style of BIFF8.
 * @param lines styles and colours of lines and the pattern, as two numbers;
 * @param fill a colour
 */
const cellStyle = (
  ofFont: number,
  format: number,
  { align = 0, vertical = 2, indent = 0, lines = [0, 0], fill = 0 } = {},
) => record(0x00e0, u16(ofFont, format, 0), align | (vertical << 4), 0, indent, 0, u32(...lines), u16(fill));

describe('USE-30 a worksheet of Excel 97', () => {
  test('USE-30 the reader shows numbers, texts, truth, errors and the results of formulas', async () => {
    const result = (kind: number, value: number) => Buffer.from([kind, 0, value, 0, 0, 0, 0xff, 0xff]);
    const formula = (column: number, value: Buffer) =>
      record(0x0006, u16(1, column, 0), value, u16(0), u32(0), u16(0));
    const sheet = await sheetOf(
      [
        number(0, 0, 1.5),
        record(0x027e, u16(0, 1, 0), u32((1234 << 2) | 3)),
        record(0x00bd, u16(0, 2, 0), u32((7 << 2) | 2), u16(0), u32((8 << 2) | 2), u16(3)),
        label(0, 4, 1),
        record(0x0205, u16(0, 5, 0), 1, 0),
        record(0x0205, u16(0, 6, 0), 0x07, 1),
        formula(0, f64(0.25)),
        formula(1, result(0, 0)),
        record(0x0207, text8('joined')),
        formula(2, result(1, 0)),
        formula(3, result(2, 0x2a)),
      ],
      [record(0x00fc, u32(2, 2), text8('zero'), text8('one'))],
    );
    const texts = [...(sheet?.cells.values() ?? [])].map(({ text }) => text);
    expect(texts).toEqual('1.5 12.34 7 8 one TRUE #DIV/0! 0.25 joined FALSE #N/A'.split(' '));
    expect(sheet?.cells.get('0,0')?.style.align).toBe('right');
  });

  test('USE-30 formats, fonts, fills, borders, widths, heights, merges and frozen panes are kept', async () => {
    const format = record(0x041e, u16(164), text8('0.0%'));
    const bold = font(0, 10, 700);
    const cellStyleOf = cellStyle(0, 164, {
      align: 2,
      lines: [(1 << 12) | 0, (1 << 26) | (12 << 7)],
      fill: 13,
    });
    const sheet = await sheetOf(
      [
        record(0x007d, u16(0, 1, 20 * 256, 0, 0, 0)),
        record(0x007d, u16(2, 2, 20 * 256, 0, 1, 0)),
        record(0x0208, u16(0, 0, 1, 36 * 20, 0, 0), u32(0)),
        record(0x0208, u16(1, 0, 1, 255, 0, 0), u32(0x20)),
        number(0, 0, 0.1234),
        number(1, 0, 1),
        record(0x023e, u16(0x0008, 0, 0), u32(0)),
        record(0x0041, u16(2, 3, 3, 2, 0)),
        record(0x00e5, u16(1, 0, 1, 0, 1)),
      ],
      [bold, format, cellStyleOf],
    );
    expect(sheet?.cells.get('0,0')).toEqual({
      text: '12.3%',
      style: {
        bold: true,
        color: 'ff0000',
        fill: 'ffff00',
        borders: ['', '', '0000ff', ''],
        align: 'center',
      },
    });
    expect(sheet).toMatchObject({
      widths: [[0, 0, 145]],
      heights: [
        [0, 48],
        [1, 0],
      ],
      merges: [[0, 0, 1, 1]],
      frozenRows: 3,
      frozenColumns: 2,
    });
  });

  test('USE-30 font sizes, vertical alignment, indentation and hidden grid lines are kept', async () => {
    const sheet = await sheetOf(
      [number(0, 0, 1), number(0, 1, 2, 1), record(0x023e, u16(0x0004, 0, 0), u32(0))],
      [
        font(0, 0x7f_ff, 400),
        font(0, 0x7f_ff, 400, 400),
        cellStyle(0, 0),
        cellStyle(1, 0, { align: 1, vertical: 1, indent: 1 }),
      ],
    );
    expect([...(sheet?.cells.values() ?? [])].map(({ style }) => style)).toEqual([
      { align: 'right' },
      { size: 26, vertical: 'center', indent: 9 },
    ]);
    expect(sheet?.hidesLines).toBe(true);
  });

  test.each([
    ['a picture', 8, true],
    ['a note', 25, undefined],
  ])('USE-30 the reader reports whether a sheet has a drawing: %s', async (_, type, hasDrawings) => {
    const sheet = await sheetOf([number(0, 0, 1), record(0x005d, u16(0x15, 0x12, type, 1))]);
    expect(sheet?.hasDrawings).toBe(hasDrawings);
  });

  test('USE-30 texts continue in the next record, in another width of characters', async () => {
    const shared = [
      record(0x00fc, u32(2, 2), u16(6), 0, Buffer.from('Mün', 'latin1')),
      record(0x003c, 1, Buffer.from('ch€', 'utf16le'), text8('next')),
    ];
    const sheet = await sheetOf([label(0, 0, 0), label(0, 1, 1)], shared);
    expect([...(sheet?.cells.values() ?? [])].map(({ text }) => text)).toEqual(['Münch€', 'next']);
  });

  test('USE-30 days can count from 1904, rows can be in any order', async () => {
    const sheet = await sheetOf(
      [number(3, 0, 0), number(1, 0, 1)],
      [record(0x0022, u16(1)), font(0, 0x7f_ff, 400), cellStyle(0, 14)],
    );
    expect([...(sheet?.cells ?? [])].map(([at, { text }]) => [at, text])).toEqual([
      ['1,0', '1/2/1904'],
      ['3,0', '1/1/1904'],
    ]);
  });

  test('USE-30 hidden sheets, charts inside sheets, and repeated sheets are left out', async () => {
    const chart = [record(0x0809, u16(0x0600, 0x0020, 0, 0), u32(0, 0)), number(5, 5, 5), record(0x000a)];
    const { sheets } = await xls(
      rawXls({
        sheets: [
          { name: 'Hidden', state: 1, records: [number(0, 0, 1)] },
          { name: 'Shown', records: [...chart, number(0, 0, 2)] },
        ],
      }),
    );
    expect(sheets.map(({ name, cells }) => [name, [...cells.keys()]])).toEqual([['Shown', ['0,0']]]);
  });

  test('USE-30 texts of Excel 95 are decoded by their code page', async () => {
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    const records = [record(0x0204, u16(0, 0, 0), u16(cyrillic.length), cyrillic)];
    const sheet = await sheetOf(records, [record(0x0042, u16(1251))], 0x0500);
    expect(sheet?.cells.get('0,0')?.text).toBe('Привет');
  });

  test.each([
    [0x3f_f0_00_00, 1],
    [0x3f_f0_00_01, 0.01],
    [(0xff_ff_ff_ff << 2) | 2, -1],
    [(12_345 << 2) | 3, 123.45],
  ])('USE-30 the short number %i is %d', (rk, value) => {
    expect(rkNumber(rk >>> 0)).toBe(value);
  });

  const plain = rawXls({ sheets: [{ name: 'One', records: [number(0, 0, 1)] }] });
  /** A file whose directory leads back into itself: its sector is the second one, the table of sectors the first. */
  const circle = () => {
    const bytes = Buffer.from(plain);
    bytes.writeUInt32LE(bytes.readUInt32LE(48), 512 + 4 * bytes.readUInt32LE(48));
    return bytes;
  };

  test.each([
    ['a file with a circular sector chain', circle(), /circular/],
    ['an encrypted workbook', rawXls({ sheets: [], globals: [record(0x002f, u16(1))] }), /encrypted/],
    ['a mail', rawCompound('__properties_version1.0', Buffer.alloc(64)), /not a workbook/],
    ['a file without sheets', rawXls({ sheets: [] }), /no visible sheet/],
    ['a truncated file', plain.subarray(0, 1000), /./],
    [
      'texts that end after the file',
      rawXls({ sheets: [], globals: [record(0x00fc, u32(9, 9), u16(500), 0)] }),
      /ends after/,
    ],
  ])('%s is refused as a workbook', async (_, bytes, reason) => {
    await expect(xls(bytes)).rejects.toThrow(reason);
  });
});
