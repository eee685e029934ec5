import type { Block, Letter } from './letter.ts';
import { shown, type Words } from './words.ts';

/** Lines of this length fit into a terminal, even when they are quoted in a reply (RFC 3676 4.2). */
const WIDTH = 76;

/**
 * The letter for terminals and for programs without HTML: lines of at most 76 characters; a link has a separate line.
 */
export function letterAsText({ brand, blocks, why }: Letter): string {
  // '-- ' starts the signature (RFC 3676 4.3).
  const foot = ['-- ', shown(brand.name), ...wrap(why, '')].join('\n');
  return `${[...blocks.map(blockAsText), foot].join('\n\n')}\n`;
}

function blockAsText(block: Block): string {
  switch (block.kind) {
    case 'words':
      return wrap(plain(block.words), '').join('\n');
    case 'names': {
      const names = block.names.map(({ name, beside }) =>
        beside === undefined ? shown(name) : `${shown(name)} (${beside})`,
      );
      const items = block.more > 0 ? [...names, `and ${block.more} more`] : names;
      return items.flatMap(asItem).join('\n');
    }
    case 'quote':
      return block.lines.flatMap((line) => wrap(line, '> ')).join('\n');
    case 'code':
      return `    ${block.code}`;
    case 'link':
      return `${block.words}\n\n${block.url}`;
  }
}

/** The following lines of a long name are indented to its first line. */
const asItem = (item: string): string[] =>
  wrap(item, '    ').map((line, index) => (index === 0 ? `  - ${line.trimStart()}` : line));

const plain = (words: Words): string =>
  words.map((part) => (typeof part === 'string' ? part : shown(part.name))).join('');

/** Breaks a line between words; a word that is longer than a line is not broken. */
function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent.length + [...longer].length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((each) => `${indent}${each}`.trimEnd());
}
