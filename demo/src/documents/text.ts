import { isoDay, longDay, money } from '../dates.ts';
import type { Article, Block, Cell, Sheet, Workbook } from './content.ts';

/** Writes an article as plain text with underlined headings and CR LF line ends, as Windows editors do. */
export function renderPlainText(article: Article): string {
  const head = [article.title.toUpperCase(), `${article.from.name} - ${longDay(article.date)}`, ''];
  return [...head, ...article.blocks.flatMap(plainBlock)].join('\r\n').concat('\r\n');
}

function plainBlock(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
      return ['', block.text, '-'.repeat(block.text.length)];
    case 'paragraph':
      return [block.text, ''];
    case 'bullets':
      return [...block.items.map((item) => `  - ${item}`), ''];
    case 'facts':
      return [...block.rows.map(([label, value]) => `${label.padEnd(18)} ${value}`), ''];
    case 'table':
      return [
        ...[block.columns.map(({ title }) => title), ...allRows(block)].map((row) => row.join(' | ')),
        '',
      ];
    case 'signatures':
      return block.names.map((name) => `Signed: ${name}`);
  }
}

/** Writes an article as Markdown. */
export function renderMarkdown(article: Article): string {
  const head = [`# ${article.title}`, '', `*${article.from.name}, ${longDay(article.date)}*`, ''];
  return [...head, ...article.blocks.flatMap(markdownBlock)].join('\n').concat('\n');
}

function markdownBlock(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
      return [`## ${block.text}`, ''];
    case 'paragraph':
      return [block.text, ''];
    case 'bullets':
      return [...block.items.map((item) => `- ${item}`), ''];
    case 'facts':
      return [...block.rows.map(([label, value]) => `- **${label}:** ${value}`), ''];
    case 'table': {
      const rule = block.columns.map(({ align }) => (align === 'right' ? '--:' : '---'));
      const rows = [block.columns.map(({ title }) => title), rule, ...allRows(block)];
      return [...rows.map((row) => `| ${row.join(' | ')} |`), ''];
    }
    case 'signatures':
      return block.names.map((name) => `Signed: ${name}  `);
  }
}

function allRows({ rows, total }: Extract<Block, { kind: 'table' }>): string[][] {
  return total ? [...rows, total] : rows;
}

/** Writes the first sheet of a workbook as CSV (RFC 4180), with its header row. */
export function renderCsv(workbook: Workbook): string {
  const [sheet] = workbook.sheets;
  if (!sheet) throw new RangeError('A workbook has a sheet');
  const rows = [sheet.columns.map(({ title }) => title), ...sheet.rows.map((row) => csvRow(row, sheet))];
  return rows
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

function csvRow(row: Cell[], sheet: Sheet): string[] {
  return row.map((cell, at) => {
    if (cell instanceof Date) return isoDay(cell);
    if (typeof cell === 'number' && sheet.columns[at]?.format === 'money')
      return money(cell).replaceAll(',', '');
    return String(cell);
  });
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
