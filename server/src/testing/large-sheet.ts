import { rawZip } from './raw-zip.ts';

const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface WorkbookXml {
  /** sheets by name, each the XML inside of `worksheet` */
  sheets: readonly (readonly [name: string, xml: string])[];
  /** the XML inside of `styleSheet` */
  styles?: string;
  texts?: readonly string[];
  /** attributes of `workbookPr` */
  properties?: string;
  /** additional parts of the workbook by name */
  parts?: Readonly<Record<string, string>>;
}

/** A workbook from its XML, for features that libraries do not write. */
export function rawXlsx({
  sheets,
  styles = '',
  texts = [],
  properties = '',
  parts: more = {},
}: WorkbookXml): Buffer {
  const overrides = sheets
    .map(
      (_sheet, n) =>
        `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    )
    .join('');
  const named = sheets
    .map(([name], n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
    .join('');
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = sheets.map((_sheet, n) =>
    relation(`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`),
  );
  const parts: [name: string, content: string][] = [
    [
      '[Content_Types].xml',
      `${XML}<Types><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${overrides}</Types>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr ${properties}/><sheets>${named}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships>${relations.join('')}${relation('s', 'styles', 'styles.xml')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', `${XML}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`],
    [
      'xl/sharedStrings.xml',
      `${XML}<sst xmlns="${MAIN}">${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ],
    ...sheets.map(([, xml], n): [string, string] => [
      `xl/worksheets/sheet${n + 1}.xml`,
      `${XML}<worksheet xmlns="${MAIN}">${xml}</worksheet>`,
    ]),
    ...Object.entries(more),
  ];
  return rawZip(parts.map(([name, content]) => ({ name, method: 8, content: Buffer.from(content) })));
}

const STYLES =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00;[Red]-#,##0.00"/></numFmts>' +
  '<fonts count="2"><font/><font><b/></font></fonts>' +
  '<fills count="3"><fill/><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFDDEBF7"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellXfs count="5"><xf/><xf fontId="1" fillId="2"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs>';

/**
 * A sheet of realistic size: a header row, texts, amounts, dates and percentages. Each value is computed from row and
 * column.
 */
export function largeSheet(rows: number, columns: number): Buffer {
  const names = Array.from({ length: columns }, (_, column) => nameOf(column));
  const texts = Array.from({ length: 500 }, (_, n) => `Customer ${n} &amp; Sons`);
  const lines: string[] = [];
  for (let row = 1; row <= rows; row += 1) {
    let cells = '';
    for (let column = 0; column < columns; column += 1)
      cells += cellOf(`${names[column]}${row}`, row, column);
    lines.push(`<row r="${row}">${cells}</row>`);
  }
  const frozen = '<pane xSplit="1" ySplit="1" topLeftCell="B2" state="frozen"/>';
  const xml = `<sheetViews><sheetView>${frozen}</sheetView></sheetViews><sheetData>${lines.join('')}</sheetData>`;
  return rawXlsx({ sheets: [['Ledger', xml]], styles: STYLES, texts });
}

function cellOf(name: string, row: number, column: number): string {
  if (row === 1) return `<c r="${name}" s="1" t="inlineStr"><is><t>Column ${column + 1}</t></is></c>`;
  if (column % 5 === 0) return `<c r="${name}" t="s"><v>${(row * 7 + column) % 500}</v></c>`;
  if (column % 5 === 1)
    return `<c r="${name}" s="2"><v>${((row * column * 37) % 2_000_000) / 100 - 10_000}</v></c>`;
  if (column % 5 === 2) return `<c r="${name}" s="3"><v>${40_000 + ((row + column) % 6_000)}</v></c>`;
  if (column % 5 === 3)
    return `<c r="${name}" s="4"><v>0.${String((row * column) % 10_000).padStart(4, '0')}</v></c>`;
  return `<c r="${name}"><v>${row * column}</v></c>`;
}

/** 0 is 'A', 26 is 'AA'. */
function nameOf(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : nameOf(Math.floor(column / 26) - 1) + letter;
}
