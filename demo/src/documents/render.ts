import type { Article, Content, Workbook } from './content.ts';
import { renderExcel } from './excel.ts';
import { renderPdf } from './pdf.ts';
import { renderPowerPoint } from './powerpoint.ts';
import { renderCsv, renderMarkdown, renderPlainText } from './text.ts';
import { renderWord } from './word.ts';

/**
 * Renders content in the format of the file's extension.
 * @param extension lower case without dot: pdf, docx, txt, md (articles); xlsx, csv (workbooks); pptx (decks); any
 * (text, pictures)
 * @throws RangeError when the content has no such format
 */
export async function render(content: Content, extension: string): Promise<Uint8Array> {
  switch (content.kind) {
    case 'article':
      return renderArticle(content, extension);
    case 'workbook':
      return renderWorkbook(content, extension);
    case 'deck':
      if (extension === 'pptx') return renderPowerPoint(content);
      break;
    case 'text':
      return Buffer.from(content.text, 'utf8');
    case 'picture':
      return content.draw(extension);
  }
  throw new RangeError(`A ${content.kind} cannot be a .${extension}`);
}

async function renderArticle(article: Article, extension: string): Promise<Uint8Array> {
  if (extension === 'pdf') return renderPdf(article);
  if (extension === 'docx') return renderWord(article);
  if (extension === 'md') return Buffer.from(renderMarkdown(article), 'utf8');
  if (extension === 'txt') return Buffer.from(renderPlainText(article), 'utf8');
  throw new RangeError(`An article cannot be a .${extension}`);
}

async function renderWorkbook(workbook: Workbook, extension: string): Promise<Uint8Array> {
  if (extension === 'xlsx') return renderExcel(workbook);
  // The byte order mark makes Excel read the text as UTF-8.
  if (extension === 'csv') return Buffer.from(`\u{feff}${renderCsv(workbook)}`, 'utf8');
  throw new RangeError(`A workbook cannot be a .${extension}`);
}
