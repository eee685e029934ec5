import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  entityBomb,
  rawDocx,
  realDocx,
  realPptx,
  realXlsx,
  wordXml,
} from '../../testing/office-documents.ts';
import { rawZip } from '../../testing/raw-zip.ts';
import { type Block, OoxmlError, readOoxml } from './index.ts';

async function read(bytes: Uint8Array, limit = Infinity): Promise<Block[]> {
  const blocks: Block[] = [];
  for await (const block of readOoxml(bytes)) {
    blocks.push(block);
    if (blocks.length >= limit) break;
  }
  return blocks;
}

const paragraph = (text: string) => ({ kind: 'paragraph', text });
const p = (inner: string) => `<w:p>${inner}</w:p>`;
const t = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const cell = (inner: string) => `<w:tc><w:tcPr><w:tab/></w:tcPr>${inner}</w:tc>`;

describe('a Word document', () => {
  test('a document written by a library is read', async () => {
    const blocks = await read(await realDocx('Dear <Ada> & Ben', 'second page'));
    expect(blocks).toEqual([paragraph('Dear <Ada> & Ben'), paragraph('\nsecond page')]);
  });

  test.each<[string, string, Block[]]>([
    ['runs are one text', p(t('one ') + t('text')), [{ kind: 'paragraph', text: 'one text' }]],
    [
      'tabs and breaks are kept',
      p(
        `<w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>`,
      ),
      [{ kind: 'paragraph', text: 'a\tb\nc' }],
    ],
    ['an empty paragraph is kept', p(''), [{ kind: 'paragraph', text: '' }]],
    [
      'deleted and moved text is left out',
      p(
        `<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom>${t('away')}</w:moveFrom>${t('new')}`,
      ),
      [{ kind: 'paragraph', text: 'new' }],
    ],
    [
      'a field shows its result and not its instruction',
      p(`<w:r><w:instrText>INCLUDETEXT "/etc/passwd"</w:instrText></w:r>${t('result')}`),
      [{ kind: 'paragraph', text: 'result' }],
    ],
    [
      'a text box is shown once',
      p(
        `<mc:AlternateContent><mc:Choice><w:txbxContent>${p(t('box'))}</w:txbxContent></mc:Choice><mc:Fallback>${p(t('box'))}</mc:Fallback></mc:AlternateContent>`,
      ),
      [{ kind: 'paragraph', text: 'box' }],
    ],
    [
      'a table gives its rows',
      `<w:tbl><w:tr>${cell(p(t('a')))}${cell(p(t('b')) + p(t('c')))}</w:tr><w:tr>${cell(p(''))}</w:tr></w:tbl>`,
      [
        { kind: 'row', cells: ['a', 'b\nc'] },
        { kind: 'row', cells: [''] },
      ],
    ],
    [
      'a table in a table is text of its cell',
      `<w:tbl><w:tr>${cell(`<w:tbl><w:tr>${cell(p(t('x')))}${cell(p(t('y')))}</w:tr></w:tbl>${p(t('z'))}`)}</w:tr></w:tbl>`,
      [{ kind: 'row', cells: ['x y\nz'] }],
    ],
  ])('the text of a Word document is read: %s', async (_, body, blocks) => {
    expect(await read(rawDocx(wordXml(body)))).toEqual(blocks);
  });

  test('a document whose main part has another path is read', async () => {
    const types = `<Types><Override PartName="/Any/Where.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
    const file = rawZip([
      { name: '[content_types].XML', content: types },
      { name: 'any/where.xml', content: wordXml(p(t('found'))) },
    ]);
    expect(await read(file)).toEqual([paragraph('found')]);
  });
});

describe('a workbook', () => {
  test('a workbook written by a library is read: the name of the sheet, then its rows', async () => {
    expect(
      await read(
        await realXlsx([
          ['Name', 'Sum'],
          ['A & B', 0.1 + 0.2],
          ['', 3],
        ]),
      ),
    ).toEqual([
      { kind: 'heading', text: 'Sheet & Co' },
      { kind: 'row', cells: ['Name', 'Sum'] },
      { kind: 'row', cells: ['A & B', '0.3'] },
      { kind: 'row', cells: ['', '3'] },
    ]);
  });

  const workbook = (cells: string, { shared = '', styles = '' } = {}) => {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    const relation = (id: string, name: string) =>
      `<Relationship Id="${id}" Type="http://x/${name}" Target="${name}.xml"/>`;
    return rawZip([
      {
        name: '[Content_Types].xml',
        content: `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
      },
      {
        name: 'xl/workbook.xml',
        content:
          '<workbook><sheets><sheet name="H" state="hidden" r:id="worksheet"/><sheet name="S" r:id="worksheet"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: `<Relationships>${['worksheet', 'sharedStrings', 'styles'].map((name) => relation(name, name)).join('')}</Relationships>`,
      },
      {
        name: 'xl/worksheet.xml',
        content: `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
      },
      { name: 'xl/sharedStrings.xml', content: `<sst>${shared}</sst>` },
      { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    ]);
  };
  const cellsOf = async (file: Buffer) =>
    (await read(file)).flatMap((block) => (block.kind === 'row' ? block.cells : []));

  test.each([
    ['shared texts, without phonetic text', '<c t="s"><v>1</v></c><c t="s"><v>7</v></c>', ['two runs', '']],
    [
      'texts in the cell',
      '<c t="inlineStr"><is><t>in</t></is></c><c t="str"><f>A1</f><v>formula</v></c>',
      ['in', 'formula'],
    ],
    [
      'numbers, booleans and errors',
      '<c><v>1.5E3</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c>',
      ['1500', 'TRUE', 'FALSE', '#N/A'],
    ],
    [
      'days and times',
      '<c s="1"><v>46181</v></c><c s="2"><v>46181.25</v></c><c s="3"><v>0.5</v></c><c s="4"><v>46181</v></c><c s="1"><v>1E9</v></c>',
      ['2026-06-08', '2026-06-08 06:00:00', '12:00:00', '46181', '1000000000'],
    ],
    [
      'omitted columns stay empty, distant ones are not shown',
      '<c r="B1"><v>2</v></c><c r="D1"/><c r="XFD1"><v>9</v></c>',
      ['', '2'],
    ],
  ])('the cells of a sheet are read: %s', async (_, cells, expected) => {
    const shared = '<si><t>one</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>koe</t></rPh></si>';
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="DD/MM/YYYY hh:mm"/><numFmt numFmtId="165" formatCode="[Red]0.0 &quot;days&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/></cellXfs>`;
    expect(await cellsOf(workbook(cells, { shared, styles }))).toEqual(expected);
  });
});

test('a presentation written by a library is read: its slides in order, each with its number', async () => {
  expect(await read(await realPptx('First & best', 'Second'))).toEqual([
    { kind: 'heading', text: 'Slide 1' },
    paragraph('First & best'),
    { kind: 'heading', text: 'Slide 2' },
    paragraph('Second'),
  ]);
});

describe('a package written by .NET', () => {
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

  test.each(['/', '\\'])(
    'a package is read by the default type of its parts, with %j in their names',
    async (slash) => {
      const parts = {
        '[content_types].xml': `<Types><Default Extension="xml" ContentType="${MAIN_TYPE}"/></Types>`,
        '_rels/.rels': `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="/word/document.xml"/></Relationships>`,
        'word/document.xml': wordXml(p(t('text'))),
      };
      const zip = rawZip(
        Object.entries(parts).map(([name, content]) => ({ name: name.replaceAll('/', slash), content })),
      );
      expect(await read(zip)).toEqual([paragraph('text')]);
    },
  );
});

describe('a hostile document', () => {
  test('an entity bomb is refused before any entity is expanded', async () => {
    await expect(read(entityBomb())).rejects.toThrow(OoxmlError);
  });

  test('the reader of an endless document can stop at any block', async () => {
    const endless = rawDocx(wordXml(p(t('again')).repeat(400_000)));
    expect((await read(endless, 5)).length).toBe(5);
  });

  test('endlessly nested paragraphs are refused', async () => {
    await expect(read(rawDocx(wordXml('<w:p>'.repeat(5000))))).rejects.toThrow('nested too deep');
  });

  test.each<[string, Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['a ZIP of another kind', rawZip([{ name: 'mimetype' }])],
    ['an old Word document', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex')],
    [
      'a part with a false size',
      rawZip([
        { name: '[Content_Types].xml', method: 8, content: 'x'.repeat(5000), claims: { sizeBytes: 10 } },
      ]),
    ],
  ])('%s is refused as an Office document', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(OoxmlError);
  });

  test('any content of the parts gives text or a refusal', async () => {
    const piece = fc.constantFrom(
      '<w:p>',
      '</w:p>',
      '<w:t>',
      '</w:t>',
      '<w:tr>',
      '</w:tr>',
      '<w:tc>',
      '</w:tc>',
      '<w:pPr>',
      '</w:pPr>',
      'x',
      '<',
      '&',
      '<w:tbl>',
      '<w:br/>',
      '</a></b>',
      '<!--',
      ']]>',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const blocks = await read(rawDocx(pieces.join('')));
        expect(blocks.every((block) => block.kind !== 'heading')).toBe(true);
      }),
    );
  });

  test('a document with one changed byte gives text or a refusal', async () => {
    const document = await realDocx('some text');
    await fc.assert(
      fc.asyncProperty(fc.nat(document.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(document);
        damaged[at] = byte;
        await read(damaged).catch((error: unknown) => expect(error).toBeInstanceOf(OoxmlError));
      }),
      { numRuns: 300 },
    );
  });
});
