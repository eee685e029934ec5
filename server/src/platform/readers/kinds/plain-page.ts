import escape from 'escape-html';
import type { Block } from '../../ooxml/index.ts';

/** More than a person scrolls through, and still fast to render in a browser. */
const MAX_CHARACTERS = 500_000;
/** The counted size of the markup around a paragraph or a cell, so that empty ones are limited too. */
const MARKUP_CHARACTERS = 10;

const STYLE = `
body { font: 14px/20px system-ui, sans-serif; color: #1f2329; background: #fff; margin: 24px auto; padding: 0 24px;
  max-width: 960px; overflow-wrap: anywhere }
h2 { font-size: 16px; line-height: 24px; margin: 24px 0 8px }
p { margin: 0 0 8px; white-space: pre-wrap; min-height: 20px }
table { border-collapse: collapse; margin: 0 0 16px; max-width: 100% }
td { border: 1px solid #d9dce3; padding: 4px 8px; vertical-align: top; white-space: pre-wrap }
.sheet { max-width: none; overflow-wrap: normal }
.sheet td { white-space: pre }
.cut { color: #60656f; border-top: 1px solid #d9dce3; padding-top: 8px }`;

/**
 * A document's text as a web page without active content: every text is escaped, and there are no links. It does not
 * contain the file name, because equal bytes share the page between files of different owners.
 * @throws the error of reading the document, such as OoxmlError
 */
export async function plainPage(
  blocks: AsyncIterable<Block>,
  { isSheet = false }: { isSheet?: boolean } = {},
): Promise<string> {
  const parts: string[] = [];
  let left = MAX_CHARACTERS;
  let isTable = false;
  for await (const block of blocks) {
    if (left <= 0) break;
    const isRow = block.kind === 'row';
    if (isRow !== isTable) parts.push(isRow ? '<table>' : '</table>');
    isTable = isRow;
    const texts = isRow ? block.cells : [block.text];
    const shown: string[] = [];
    for (const text of texts) {
      if (left <= 0) break;
      shown.push(escape(text.slice(0, left).toWellFormed()));
      left -= text.length + MARKUP_CHARACTERS;
    }
    parts.push(markup(block.kind, shown));
  }
  if (isTable) parts.push('</table>');
  if (left <= 0) parts.push('<p class="cut">The preview ends here. Download the file to see all of it.</p>');
  return (
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>Preview</title><style>${STYLE}</style></head><body${isSheet ? ' class="sheet"' : ''}>${parts.join('\n')}</body></html>`
  );
}

function markup(kind: Block['kind'], texts: readonly string[]): string {
  if (kind === 'row') return `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`;
  const tag = kind === 'heading' ? 'h2' : 'p';
  return `<${tag}>${texts.join('')}</${tag}>`;
}
