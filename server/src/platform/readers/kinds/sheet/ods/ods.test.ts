import { describe, expect, test } from 'vitest';
import { rawZip } from '../../../../../testing/raw-zip.ts';
import { read } from '../../sheet.ts';
import { unpackGrid } from '../fixtures/unpack-grid.ts';

const NAMESPACES = ['office', 'style', 'text', 'table', 'number', 'fo', 'draw', 'config']
  .map((name) => `xmlns:${name}="urn:test:${name}"`)
  .join(' ');
const document = (root: string, body: string) =>
  `<?xml version="1.0"?><office:${root} ${NAMESPACES}>${body}</office:${root}>`;

/** Makes an ODF spreadsheet. @param tables XML of its sheets; @param automatic XML of its automatic styles */
function rawOds(tables: string, { automatic = '', named = '', settings = '' } = {}): Buffer {
  const body = `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`;
  const parts = {
    'content.xml': document('document-content', body),
    'styles.xml': document('document-styles', `<office:styles>${named}</office:styles>`),
    'settings.xml': document('document-settings', settings),
  };
  return rawZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    ...Object.entries(parts).map(([name, content]) => ({ name, content, method: 8 as const })),
  ]);
}

const ods = async (bytes: Uint8Array) => unpackGrid((await read(bytes, { extension: 'ods' })).bytes);
const table = (rows: string, attributes = 'table:name="One"') =>
  `<table:table ${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const style = (family: string, name: string, inner: string, attributes = '') =>
  `<style:style style:family="${family}" style:name="${name}" ${attributes}>${inner}</style:style>`;

describe('USE-30 a sheet of OpenDocument', () => {
  test("USE-30 the reader shows the document's texts, with numbers aligned right", async () => {
    const cells = [
      cell('12.3%', 'office:value-type="percentage" office:value="0.1234"'),
      cell('a<text:s text:c="3"/>b<text:tab/><text:span>c</text:span>'),
      '<table:table-cell office:value-type="float" office:value="0.3"/>',
      '<table:table-cell office:value-type="boolean"><text:p>TRUE</text:p></table:table-cell>',
      '<table:table-cell><office:annotation><text:p>a note</text:p></office:annotation><text:p>1</text:p><text:p>2</text:p></table:table-cell>',
    ].join('');
    const { sheets } = await ods(rawOds(table(row(cells))));
    expect([...(sheets[0]?.cells.values() ?? [])].map(({ text, style: { align } }) => [text, align])).toEqual(
      [
        ['12.3%', 'right'],
        ['a   b\tc', undefined],
        ['0.3', 'right'],
        ['TRUE', 'center'],
        ['1\n2', undefined],
      ],
    );
  });

  test('USE-30 styles with their parents, widths, heights, merges and frozen rows are kept', async () => {
    const named = style(
      'table-cell',
      'Head',
      '<style:text-properties fo:font-weight="bold" fo:color="#ff0000"/>',
    );
    const automatic =
      style(
        'table-cell',
        'ce1',
        '<style:table-cell-properties fo:background-color="#ffff00" fo:border-bottom="0.74pt solid #0000ff" fo:wrap-option="wrap" style:vertical-align="middle"/>' +
          '<style:paragraph-properties fo:text-align="center" fo:margin-left="9pt"/><style:text-properties fo:font-size="20pt"/>',
        'style:parent-style-name="Head"',
      ) +
      style('table-column', 'co1', '<style:table-column-properties style:column-width="2in"/>') +
      style('table-row', 'ro1', '<style:table-row-properties style:row-height="36pt"/>');
    const item = (name: string, value: number | boolean) =>
      `<config:config-item config:name="${name}">${value}</config:config-item>`;
    const settings = `<config:config-item-map-entry config:name="One">${item('VerticalSplitMode', 2)}${item('VerticalSplitPosition', 3)}${item('HorizontalSplitMode', 1)}${item('ShowGrid', false)}${item('HorizontalSplitPosition', 3)}</config:config-item-map-entry>`;
    const spanned = 'table:style-name="ce1" table:number-columns-spanned="2" table:number-rows-spanned="2"';
    const rows = [
      '<table:table-column table:style-name="co1"/><table:table-column table:visibility="collapse"/>',
      '<table:table-column table:default-cell-style-name="Head" table:number-columns-repeated="1022"/>',
      row(`${cell('A', spanned)}<table:covered-table-cell/>${cell('C')}`, 'table:style-name="ro1"'),
      row(cell('hidden'), 'table:visibility="collapse"'),
    ].join('');
    const { sheets } = await ods(rawOds(table(rows), { automatic, named, settings }));
    expect(sheets[0]).toMatchObject({
      widths: [
        [0, 0, 192],
        [1, 1, 0],
      ],
      heights: [
        [0, 48],
        [1, 0],
      ],
      merges: [[0, 0, 1, 1]],
      frozenRows: 3,
      frozenColumns: 0,
      hidesLines: true,
    });
    const cellStyle = { bold: true, color: 'ff0000' };
    expect(sheets[0]?.cells.get('0,0')?.style).toEqual({
      ...cellStyle,
      fill: 'ffff00',
      borders: ['', '', '0000ff', ''],
      wrap: true,
      vertical: 'center',
      indent: 12,
      size: 26,
      align: 'center',
    });
    expect(sheets[0]?.cells.get('0,2')?.style).toEqual(cellStyle);
  });

  test('USE-30 the reader reports pictures or charts of a sheet, which are not drawn', async () => {
    const frame = '<draw:frame><draw:image/></draw:frame>';
    const tables =
      table(`<table:shapes>${frame}</table:shapes>${row(cell('a'))}`) +
      table(row(`<table:table-cell>${frame}</table:table-cell>`), 'table:name="Two"') +
      table(row(cell('b')), 'table:name="Three"');
    const { sheets } = await ods(rawOds(tables));
    expect(sheets.map(({ hasDrawings }) => hasDrawings)).toEqual([true, true, undefined]);
  });

  test('USE-30 repeated rows and cells are shown, fillers to the edge of the sheet are not', async () => {
    const automatic = style(
      'table-cell',
      'fill',
      '<style:table-cell-properties fo:background-color="#00ff00"/>',
    );
    const filler = (columns: number) =>
      `<table:table-cell table:style-name="fill" table:number-columns-repeated="${columns}"/>`;
    const texts = cell('x', 'table:number-columns-repeated="3"');
    const rows =
      row(`${texts}${filler(16_381)}`, 'table:number-rows-repeated="2"') +
      row(filler(5), 'table:number-rows-repeated="1048574"');
    const { sheets } = await ods(rawOds(table(rows), { automatic }));
    expect(sheets[0]).toMatchObject({ rows: 2, columns: 3 });
    expect(sheets[0]?.cells.size).toBe(6);
  });

  test('USE-30 hidden sheets and tables inside of cells are left out', async () => {
    const automatic = style('table', 'ta1', '<style:table-properties table:display="false"/>');
    const inner = `<table:table-cell><text:p>outer</text:p>${table(row(cell('inner')), 'table:name="In"')}</table:table-cell>`;
    const tables =
      table(row(cell('a')), 'table:name="Hidden" table:style-name="ta1"') + table(row(inner + cell('b')));
    const { sheets } = await ods(rawOds(tables, { automatic }));
    expect(sheets.map(({ name, cells }) => [name, [...cells.values()].map(({ text }) => text)])).toEqual([
      ['One', ['outer', 'b']],
    ]);
  });

  test('USE-30 a row that is repeated a million times is cut', async () => {
    const rows = row(
      cell('x', 'table:number-columns-repeated="16384"'),
      'table:number-rows-repeated="1048576"',
    );
    const { index } = await ods(rawOds(table(rows)));
    expect(index.isCut).toBe(true);
  });

  test.each([
    [
      'a text document',
      rawZip([
        {
          name: 'content.xml',
          content: document('document-content', '<office:body><office:text/></office:body>'),
        },
      ]),
      /not a spreadsheet/,
    ],
    [
      'a document with a DTD',
      rawZip([{ name: 'content.xml', content: '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>' }]),
      /DTD/,
    ],
    ['a truncated file', rawOds(table(row(cell('x')))).subarray(0, 300), /./],
  ])('%s is refused as a spreadsheet', async (_, bytes, reason) => {
    await expect(ods(bytes)).rejects.toThrow(reason);
  });
});
