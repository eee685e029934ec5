import escape from 'escape-html';
import type { Block, Brand, Letter } from './letter.ts';
import { shown, type Words } from './words.ts';

/*
 * The letter for programs with HTML. Only the button sets colors, so that the letter is readable in light and in dark
 * mode. It loads no images or other resources and has no tables.
 */

const FONT = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PARAGRAPH = 'margin:0 0 16px';

/** @returns a complete document; all texts from users are escaped */
export function letterAsHtml({ brand, subject, blocks, why }: Letter): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    '<style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style>',
    `<title>${escape(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;${FONT}">`,
    '<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">',
    `<p style="margin:0 0 24px;padding:0 0 12px;border-bottom:3px solid ${brand.color};font-weight:600">${name(brand.name)}</p>`,
    ...blocks.map((block) => blockAsHtml(block, brand)),
    `<p style="margin:32px 0 0;font-size:13px;opacity:.75">${escape(why)}</p>`,
    '</div></body></html>',
    '',
  ].join('\n');
}

function blockAsHtml(block: Block, brand: Brand): string {
  switch (block.kind) {
    case 'words':
      return `<p style="${PARAGRAPH}">${sentence(block.words)}</p>`;
    case 'names': {
      const items = block.names.map(
        (each) =>
          `<li>${name(each.name)}${each.beside === undefined ? '' : ` (${escape(each.beside)})`}</li>`,
      );
      const more = block.more > 0 ? [`<li>and ${block.more} more</li>`] : [];
      return `<ul style="${PARAGRAPH};padding:0 0 0 20px">${[...items, ...more].join('')}</ul>`;
    }
    case 'quote':
      return `<blockquote dir="auto" style="${PARAGRAPH};padding:4px 0 4px 12px;border-left:3px solid #8c8c8c">${block.lines.map(escape).join('<br>')}</blockquote>`;
    case 'code':
      return `<p style="${PARAGRAPH};font:600 28px/1.4 ui-monospace,Consolas,monospace;letter-spacing:4px">${escape(block.code)}</p>`;
    case 'link':
      return linkAsHtml(block, brand);
  }
}

/** A button, and below it the complete URL, so that readers can check it before they open it. */
function linkAsHtml({ label, url }: Extract<Block, { kind: 'link' }>, { color }: Brand): string {
  const button = `display:inline-block;padding:10px 24px;border-radius:6px;background:${color};color:${colorOn(color)};font-weight:600;text-decoration:none`;
  const href = escape(url);
  return [
    `<p style="margin:24px 0 8px"><a href="${href}" style="${button}">${escape(label)}</a></p>`,
    `<p style="margin:0 0 24px;font-size:13px"><a href="${href}" style="color:inherit">${href}</a></p>`,
  ].join('\n');
}

const sentence = (words: Words): string =>
  words.map((part) => (typeof part === 'string' ? escape(part) : name(part.name))).join('');

/** A name is isolated, so that a right-to-left name does not reorder the sentence around it. */
const name = (text: string): string => `<bdi style="font-weight:600">${escape(shown(text))}</bdi>`;

/** Returns black or white, whichever has the higher contrast on a color (WCAG 2.2, relative luminance). */
function colorOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? '#000000' : '#ffffff';
}
