import { describe, expect, test } from 'vitest';
import { largeSheet, rawXlsx } from '../../../../testing/large-sheet.ts';
import { read } from '../sheet.ts';
import { read as readStart } from '../sheet-start.ts';
import { separatorOf } from './csv.ts';
import { unpackGrid } from './fixtures/unpack-grid.ts';

const xlsx = async (bytes: Uint8Array) => unpackGrid((await read(bytes, { extension: 'xlsx' })).bytes);
const csv = async (text: string | Uint8Array, extension = 'csv') =>
  unpackGrid((await read(Buffer.from(text), { extension })).bytes).sheets[0];

/** How a number is shown by a format code, in a workbook. */
async function shown(code: string, value: number | string, properties = ''): Promise<string> {
  const escaped = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const styles = `<numFmts><numFmt numFmtId="200" formatCode="${escaped}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`;
  const { sheets } = await xlsx(
    rawXlsx({
      sheets: [['A', `<sheetData><row r="1"><c r="A1" s="0"><v>${value}</v></c></row></sheetData>`]],
      styles,
      properties,
    }),
  );
  const cell = sheets[0]?.cells.get('0,0');
  return `${cell?.text}${cell?.style.color === undefined ? '' : ` in ${cell.style.color}`}`;
}

async function builtIn(id: number, value: number): Promise<string> {
  const styles = `<cellXfs><xf numFmtId="${id}"/></cellXfs>`;
  const { sheets } = await xlsx(
    rawXlsx({
      sheets: [['A', `<sheetData><row r="1"><c r="A1"><v>${value}</v></c></row></sheetData>`]],
      styles,
    }),
  );
  return sheets[0]?.cells.get('0,0')?.text ?? '';
}

describe('USE-30 number formats of a workbook', () => {
  test.each([
    [0, 0.1 + 0.2, '0.3'],
    [0, 123_456_789_012, '1.23457E+11'],
    [1, 1.5, '2'],
    [2, 1.005, '1.01'],
    [3, 1234.5, '1,235'],
    [4, -1234.5, '-1,234.50'],
    [9, 0.1234, '12%'],
    [10, 0.1234, '12.34%'],
    [11, 12_345, '1.23E+04'],
    [12, 0.5, ' 1/2'],
    [14, 45_000, '3/15/2023'],
    [15, 45_000, '15-Mar-23'],
    [20, 0.75, '18:00'],
    [22, 45_000.5, '3/15/2023 12:00'],
    [37, -1234, '(1,234)'],
    [46, 1.5, '36:00:00'],
    [49, 7, '7'],
  ])('the built-in format %i shows %d as %s', async (id, value, text) => {
    expect((await builtIn(id, value)).trim()).toBe(text.trim());
  });

  test.each([
    ['0.0%', 0.1234, '12.3%'],
    ['#,##0.00;[Red]-#,##0.00', -1234.5, '-1,234.50 in d00000'],
    ['#,##0.00;[Red]-#,##0.00', 1234.5, '1,234.50'],
    ['"$"#,##0.00', 1234.5, '$1,234.50'],
    ['#,##0.00 "€"', 1234.5, '1,234.50 €'],
    ['[$£-809]#,##0', 1234.5, '£1,235'],
    ['#,##0.00 [$€-407]', 1234.5, '1,234.50 €'],
    ['[$-407]#,##0.00', 1234.5, '1,234.50'],
    ['[$-407]d. mmmm yyyy', 45_000, '15. März 2023'],
    ['dd/mm/yyyy', 45_000, '15/03/2023'],
    ['d mmmm yyyy', 45_000, '15 March 2023'],
    ['0.0,,"M"', 12_345_678, '12.3M'],
    ['0;-0;"none"', 0, 'none'],
    ['00000', 42, '00042'],
    ['yyyy [[', 3, '3'],
  ])('the format %s shows %d as %s', async (code, value, text) => {
    expect((await shown(code, value)).trim()).toBe(text);
  });

  test('days of a workbook that counts from 1904 are shown', async () => {
    expect(await shown('yyyy-mm-dd', 0, 'date1904="1"')).toBe('1904-01-01');
  });

  test('USE-30 days count from 1904 also when an extension has an element of the same name', async () => {
    const properties = 'date1904="1"/><extLst><x14:workbookPr defaultImageDpi="32767"/></extLst><x ';
    expect(await shown('yyyy-mm-dd', 40_908, properties)).toBe('2016-01-01');
  });
});

describe('USE-30 a worksheet', () => {
  const styles =
    '<fonts><font/><font><b/><i/><color rgb="FFFF0000"/></font></fonts>' +
    '<fills><fill/><fill/><fill><patternFill patternType="solid"><fgColor theme="4" tint="0.8"/></patternFill></fill></fills>' +
    '<borders><border/><border><left/><right/><top/><bottom style="thin"><color indexed="10"/></bottom></border></borders>' +
    '<cellXfs><xf/><xf fontId="1"/><xf fillId="2"/><xf borderId="1"><alignment horizontal="center" wrapText="1"/></xf></cellXfs>';
  const sheet =
    '<sheetViews><sheetView><pane xSplit="2" ySplit="3" state="frozen"/></sheetView></sheetViews>' +
    '<cols><col min="1" max="2" width="20"/><col min="3" max="3" width="9" hidden="1"/></cols>' +
    '<sheetData><row r="1" ht="36" customHeight="1">' +
    '<c r="A1" s="1" t="inlineStr"><is><t>Bold</t></is></c><c r="B1" s="2"><v>5</v></c><c r="C1" t="b"><v>1</v></c>' +
    '<c r="D1" s="3" t="str"><v>Middle</v></c><c r="E1" t="e"><v>#DIV/0!</v></c></row>' +
    '<row r="2" hidden="1"><c r="A2" t="s"><v>0</v></c></row></sheetData>' +
    '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>';
  const read1 = async () =>
    (await xlsx(rawXlsx({ sheets: [['One', sheet]], styles, texts: ['Shared'] }))).sheets[0];

  test('numbers are aligned right, texts left, booleans and errors in the centre', async () => {
    const { cells } = (await read1()) ?? { cells: new Map<string, never>() };
    const align = (at: string) => (cells.get(at) as { style: { align?: string } } | undefined)?.style.align;
    expect([align('0,0'), align('0,1'), align('0,2'), align('0,4')]).toEqual([
      undefined,
      'right',
      'center',
      'center',
    ]);
  });

  test('bold, colours, fills and borders are kept', async () => {
    const cells = (await read1())?.cells;
    expect(cells?.get('0,0')?.style).toMatchObject({ bold: true, italic: true, color: 'ff0000' });
    expect(cells?.get('0,1')?.style.fill).toBe('dae3f3');
    expect(cells?.get('0,3')?.style).toMatchObject({
      align: 'center',
      wrap: true,
      borders: ['', '', 'ff0000', ''],
    });
  });

  test('USE-30 font sizes, vertical alignment and indentation are kept', async () => {
    const cellStyles =
      '<fonts><font><sz val="11"/></font><font><sz val="22"/></font><font><sz val="12"/></font></fonts>' +
      '<cellXfs><xf/><xf fontId="1"><alignment vertical="center" indent="2"/></xf>' +
      '<xf fontId="2"><alignment vertical="bottom"/></xf></cellXfs>';
    const cells = [0, 1, 2].map((n) => `<c s="${n}" t="str"><v>x</v></c>`).join('');
    const { sheets } = await xlsx(
      rawXlsx({ sheets: [['A', `<sheetData><row r="1">${cells}</row></sheetData>`]], styles: cellStyles }),
    );
    expect([...(sheets[0]?.cells.values() ?? [])].map(({ style }) => style)).toEqual([
      {},
      { size: 26, vertical: 'center', indent: 18 },
      {},
    ]);
  });

  describe('USE-30 the height of a row', () => {
    const cellStyles =
      '<fonts><font><sz val="11"/></font><font><sz val="22"/></font></fonts>' +
      '<cellXfs><xf/><xf><alignment wrapText="1"/></xf><xf fontId="1"/></cellXfs>';
    const heightsOf = async (rows: string, merges = '') => {
      const columns = '<cols><col min="1" max="1" width="20"/></cols>';
      const xml = `${columns}<sheetData>${rows}</sheetData>${merges}`;
      return (await xlsx(rawXlsx({ sheets: [['A', xml]], styles: cellStyles }))).sheets[0]?.heights;
    };
    const sentence = '<c r="A1" s="1" t="str"><v>Twenty words would not fit into this narrow column</v></c>';

    test.each([
      ['has room for the lines of a wrapped text', `<row r="1">${sentence}</row>`, [[0, 59]]],
      [
        'of the file is kept when a user set it',
        `<row r="1" ht="36" customHeight="1">${sentence}</row>`,
        [[0, 48]],
      ],
      ['of the file grows when its texts need more', `<row r="1" ht="36">${sentence}</row>`, [[0, 59]]],
      ['is kept when its texts need less', `<row r="1" ht="72">${sentence}</row>`, [[0, 96]]],
      ['has room for a large font', '<row r="1"><c r="A1" s="2" t="str"><v>Title</v></c></row>', [[0, 41]]],
      ['of a hidden row is 0', `<row r="1" hidden="1">${sentence}</row>`, [[0, 0]]],
    ])('the height %s', async (_, rows, heights) => expect(await heightsOf(rows)).toEqual(heights));

    test('the height of a row does not follow merged cells', async () => {
      const merges = '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>';
      expect(await heightsOf(`<row r="1">${sentence}</row>`, merges)).toEqual([]);
    });
  });

  test('USE-30 the reader reports a sheet that hides the lines between cells', async () => {
    const view = '<sheetViews><sheetView showGridLines="0"/></sheetViews><sheetData/>';
    const { sheets } = await xlsx(
      rawXlsx({
        sheets: [
          ['A', view],
          ['B', '<sheetData/>'],
        ],
      }),
    );
    expect(sheets.map(({ hidesLines }) => hidesLines)).toEqual([true, undefined]);
  });

  test('widths, heights, merged cells, hidden rows and frozen panes are kept', async () => {
    expect(await read1()).toMatchObject({
      name: 'One',
      rows: 2,
      columns: 5,
      widths: [
        [0, 0, 145],
        [1, 1, 145],
        [2, 2, 0],
      ],
      heights: [
        [0, 48],
        [1, 0],
      ],
      merges: [[0, 0, 1, 1]],
      frozenRows: 3,
      frozenColumns: 2,
    });
  });

  test('a column has room for the longest word of a wrapped text', async () => {
    const wrapped = '<cellXfs><xf><alignment wrapText="1"/></xf></cellXfs>';
    const widthOf = async (text: string) => {
      const cells = `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`;
      const columns = '<cols><col min="1" max="1" width="5"/></cols>';
      const { sheets } = await xlsx(rawXlsx({ sheets: [['A', columns + cells]], styles: wrapped }));
      return sheets[0]?.widths[0]?.[2];
    };
    expect(await widthOf('a b c d e f g h i j')).toBe(40);
    expect(await widthOf('in Population of')).toBe(95);
    expect(await widthOf('x'.repeat(100))).toBe(160);
  });

  test('USE-30 a column is wide enough for a complete boolean or error', async () => {
    const columns = '<cols><col min="1" max="2" width="4"/></cols>';
    const cells = '<c r="A1" t="b"><v>0</v></c><c r="B1" t="e"><v>#VALUE!</v></c>';
    const { sheets } = await xlsx(
      rawXlsx({ sheets: [['A', `${columns}<sheetData><row r="1">${cells}</row></sheetData>`]] }),
    );
    expect(sheets[0]?.widths).toEqual([
      [0, 0, 54],
      [1, 1, 71],
    ]);
  });

  test('columns beyond the limit are reported as missing', async () => {
    const { index } = await xlsx(
      rawXlsx({
        sheets: [
          ['A', '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="ALM1"><v>2</v></c></row></sheetData>'],
        ],
      }),
    );
    expect([index.tabs[0]?.columns, index.isCut]).toEqual([1, true]);
  });

  describe('a worksheet with a chart', () => {
    const relations = (type: string, target: string) =>
      `<Relationships><Relationship Id="r" Type="http://x/${type}" Target="${target}"/></Relationships>`;
    const points = (...values: readonly (string | number)[]) =>
      values.map((value, at) => `<pt idx="${at}"><v>${value}</v></pt>`).join('');
    const withChart = (chart: string) =>
      xlsx(
        rawXlsx({
          sheets: [
            ['A', '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'],
            ['B', ''],
          ],
          parts: {
            'xl/worksheets/_rels/sheet1.xml.rels': relations('drawing', '../drawings/drawing1.xml'),
            // The sheet refers to the same drawing a second time.
            'xl/worksheets/_rels/sheet2.xml.rels': relations('drawing', '../drawings/drawing1.xml'),
            'xl/drawings/_rels/drawing1.xml.rels': relations('chart', '../charts/chart1.xml'),
            'xl/charts/chart1.xml': chart,
          },
        }),
      );

    test('the title and data of a chart become one more sheet after its sheet, only once', async () => {
      const { sheets } = await withChart(
        `<chartSpace><chart><title><t>Fees</t></title><plotArea><barChart><ser><tx><v>2026</v></tx><cat>${points('Q1', 'Q2')}</cat><val>${points(12.5, 7)}</val></ser></barChart></plotArea></chart></chartSpace>`,
      );
      expect(sheets.map(({ name }) => name)).toEqual(['A', 'Chart: Fees', 'B']);
      expect([...(sheets[1]?.cells ?? [])].map(([at, { text }]) => `${at} ${text}`)).toEqual([
        '0,0 Chart: Fees',
        '1,1 2026',
        '2,0 Q1',
        '2,1 12.5',
        '3,0 Q2',
        '3,1 7',
      ]);
    });

    test('USE-30 the reader reports pictures, charts or shapes of a sheet, which are not drawn', async () => {
      const sheetsWith = async (drawing: string) =>
        (
          await xlsx(
            rawXlsx({
              sheets: [
                ['A', ''],
                ['B', ''],
              ],
              parts: {
                'xl/worksheets/_rels/sheet1.xml.rels': relations('drawing', '../drawings/drawing1.xml'),
                'xl/drawings/drawing1.xml': `<xdr:wsDr><xdr:oneCellAnchor>${drawing}</xdr:oneCellAnchor></xdr:wsDr>`,
              },
            }),
          )
        ).sheets.map((one) => one.hasDrawings);
      expect(await sheetsWith('<xdr:pic/>')).toEqual([true, undefined]);
      expect(await sheetsWith('<xdr:clientData/>')).toEqual([undefined, undefined]);
    });

    test('a damaged chart is left out', async () => {
      const { sheets } = await withChart('<!DOCTYPE a><chartSpace>');
      expect(sheets.map(({ name }) => name)).toEqual(['A', 'B']);
    });
  });

  test('the first rows of a sheet can be read without the others', async () => {
    const start = unpackGrid((await readStart(largeSheet(1_000, 5), { extension: 'xlsx' })).bytes);
    expect(start.sheets.map(({ name, rows }) => [name, rows])).toEqual([['Ledger', 200]]);
    const whole = await xlsx(largeSheet(1_000, 5));
    expect(whole.sheets[0]?.rows).toBe(1_000);
    expect(whole.sheets[0]?.cells.get('150,1')).toEqual(start.sheets[0]?.cells.get('150,1'));
    expect(whole.index.isCut).toBe(false);
  });
});

describe('USE-32 separated values', () => {
  test.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2,5\n3,1;4', ';'],
    ['a\tb, c\n1\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['"x;y",b\n"1;2",2', ','],
    ['one column\nonly', ','],
  ])('the separator of %j is %j', (text, separator) => expect(separatorOf(text)).toBe(separator));

  test('quoted texts, line ends in quoted texts, and numbers are read', async () => {
    const sheet = await csv('Name,Sum\r\n"Ada ""A""\nLovelace","1,234.50"\r\n=1+1,-3\r\n');
    expect([...(sheet?.cells.entries() ?? [])]).toEqual([
      ['0,0', { text: 'Name', style: {} }],
      ['0,1', { text: 'Sum', style: {} }],
      ['1,0', { text: 'Ada "A"\nLovelace', style: {} }],
      ['1,1', { text: '1,234.50', style: { align: 'right' } }],
      ['2,0', { text: '=1+1', style: {} }],
      ['2,1', { text: '-3', style: { align: 'right' } }],
    ]);
    expect([sheet?.rows, sheet?.columns, sheet?.frozenRows]).toEqual([3, 2, 1]);
  });

  test('USE-32 a number with an exponent is aligned right, a text that begins with one is not', async () => {
    const sheet = await csv('2.42e-4,1E+10,e5,1e5x');
    expect([...(sheet?.cells.values() ?? [])].map(({ style }) => style.align)).toEqual([
      'right',
      'right',
      undefined,
      undefined,
    ]);
  });

  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('Zoë;€')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFZoë;€')],
    ['UTF-16', Buffer.from('\uFEFFZoë;€', 'utf16le')],
    ['Windows-1252', Buffer.from([0x5a, 0x6f, 0xeb, 0x3b, 0x80])],
    ['a separator line of Excel', Buffer.from('sep=;\r\nZoë;€')],
  ])('separated values are read: %s', async (_name, bytes) => {
    const sheet = await csv(bytes);
    expect([sheet?.cells.get('0,0')?.text, sheet?.cells.get('0,1')?.text]).toEqual(['Zoë', '€']);
  });

  test('an empty file is an empty sheet, and tabs separate the values of TSV', async () => {
    expect((await csv(''))?.rows).toBe(0);
    expect((await csv('a,b\tc', 'tsv'))?.columns).toBe(2);
  });
});

describe('a hostile sheet', () => {
  const cell = (xml: string) => `<sheetData><row r="1">${xml}</row></sheetData>`;

  test('a text of 1 MB is cut', async () => {
    const text = 'x'.repeat(1_000_000);
    const { sheets } = await xlsx(
      rawXlsx({ sheets: [['A', cell(`<c t="inlineStr"><is><t>${text}</t></is></c>`)]] }),
    );
    expect(sheets[0]?.cells.get('0,0')?.text).toHaveLength(2_001);
  });

  test('one sheet that is listed 2,000 times is shown once, and the rest is reported as missing', async () => {
    const names = Array.from(
      { length: 2_000 },
      (_, n) => `<sheet name="S${n}" sheetId="${n}" r:id="rId1"/>`,
    ).join('');
    const whole = rawXlsx({
      sheets: [['A', cell('<c><v>1</v></c>')]],
      properties: `/></workbook><sheets>${names}</sheets><x `,
    });
    const { index } = await xlsx(whole);
    expect([index.tabs.length, index.isCut]).toEqual([1, true]);
  });

  test.each<[string, () => Uint8Array]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['not a ZIP', () => Buffer.from('x'.repeat(1000))],
    ['a truncated document', () => largeSheet(100, 5).subarray(0, 1500)],
    ['no sheet', () => rawXlsx({ sheets: [] })],
    [
      '100,000 sheets',
      () => rawXlsx({ sheets: Array.from({ length: 6_000 }, (_, n) => [`S${n}`, ''] as const) }),
    ],
  ])('%s is refused as a workbook', async (_name, make) => {
    await expect(read(make(), { extension: 'xlsx' })).rejects.toThrow(/./);
  });

  test.each([
    '<row r="999999999"><c r="ZZZ999999999"><v>1</v></c></row>',
    '<row r="-5"><c r="A-5" s="99999"><v>NaN</v></c></row>',
    '<row r="2"><c r="A2" t="s"><v>-1</v></c></row><row r="1"><c r="A1"><v>1e999</v></c></row>',
    '<row><c s="__proto__" t="constructor"><v>1</v></c></row>',
  ])('an invalid row is read or left out: %s', async (rows) => {
    const { sheets } = await xlsx(rawXlsx({ sheets: [['A', `<sheetData>${rows}</sheetData>`]] }));
    expect(sheets).toHaveLength(1);
  });
});
