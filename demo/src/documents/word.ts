import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Article, Block, Column } from './content.ts';
import { repackOffice } from './ooxml.ts';

/** Writes an article as a Word file (.docx) with a letterhead, page numbers and the article's dates. */
export async function renderWord(article: Article): Promise<Uint8Array> {
  const { from } = article;
  const colour = from.colour.slice(1);
  const file = new Document({
    title: article.title,
    creator: article.author,
    lastModifiedBy: article.author,
    styles: { default: { document: { run: { font: 'Calibri', size: 21 } } } },
    sections: [
      {
        headers: { default: letterhead(article, colour) },
        footers: { default: pageFooter(from.registration) },
        children: [
          new Paragraph({ text: article.title, heading: HeadingLevel.TITLE }),
          ...article.blocks.flatMap((block) => wordBlock(block, colour)),
        ],
      },
    ],
  });
  return repackOffice(await Packer.toBuffer(file), article.date);
}

function letterhead({ from }: Article, colour: string): Header {
  return new Header({
    children: [
      new Paragraph({ children: [new TextRun({ text: from.name, bold: true, size: 28, color: colour })] }),
      new Paragraph({
        spacing: { after: 240 },
        children: [
          new TextRun({
            text: [from.trade, ...from.address, from.phone].join(' - '),
            size: 16,
            color: '707580',
          }),
        ],
      }),
    ],
  });
}

function pageFooter(registration: string): Footer {
  const children = [
    new TextRun({ text: `${registration} - page `, size: 16 }),
    new TextRun({ children: [PageNumber.CURRENT], size: 16 }),
  ];
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.RIGHT, children })] });
}

function wordBlock(block: Block, colour: string): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading': {
      const children = [new TextRun({ text: block.text, bold: true, color: colour })];
      return [new Paragraph({ heading: HeadingLevel.HEADING_2, children })];
    }
    case 'paragraph':
      return [new Paragraph({ text: block.text, spacing: { after: 120 } })];
    case 'bullets':
      return block.items.map((text) => new Paragraph({ text, bullet: { level: 0 } }));
    case 'facts':
      return block.rows.map(
        ([label, value]) =>
          new Paragraph({ children: [new TextRun({ text: `${label}: `, bold: true }), new TextRun(value)] }),
      );
    case 'table':
      return [wordTable(block), new Paragraph('')];
    case 'signatures':
      return block.names.flatMap((name) => [
        new Paragraph({ text: '_____________________________', spacing: { before: 600 } }),
        new Paragraph(name),
      ]);
  }
}

function wordTable({ columns, rows, total }: Extract<Block, { kind: 'table' }>): Table {
  const titles = columns.map((column) => column.title);
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      tableRow(titles, columns, true),
      ...rows.map((row) => tableRow(row, columns, false)),
      ...(total ? [tableRow(total, columns, true)] : []),
    ],
  });
}

const HAIRLINE = { style: BorderStyle.SINGLE, size: 2, color: 'D2D5DB' } as const;
const BORDERS = { top: HAIRLINE, bottom: HAIRLINE, left: HAIRLINE, right: HAIRLINE };

function tableRow(cells: string[], columns: Column[], bold: boolean): TableRow {
  return new TableRow({
    children: columns.map(({ align }, at) => {
      const alignment = align === 'right' ? AlignmentType.RIGHT : AlignmentType.LEFT;
      const text = new TextRun({ text: cells[at] ?? '', bold, size: 18 });
      return new TableCell({ borders: BORDERS, children: [new Paragraph({ alignment, children: [text] })] });
    }),
  });
}
