import type { FoundItem } from '@vault/contract';

export type Excerpt = NonNullable<FoundItem['excerpt']>;

/** The words of a search in lower case, split as the full-text index splits them. */
export const wordsOf = (typed: string): string[] => typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const LENGTH = 200;
const ELLIPSIS = '…';

interface Around {
  text: string;
  isBeginning: boolean;
  isEnd: boolean;
}

/**
 * Returns a short excerpt with marked words, as plain text parts without markup. It starts and ends with complete
 * words.
 */
export function excerptOf({ text, isBeginning, isEnd }: Around, words: readonly string[]): Excerpt {
  const flat = text.replaceAll(/\s+/gu, ' ').trim();
  const begun = isBeginning ? flat : ELLIPSIS + flat.replace(/^\S*\s/u, ' ');
  const isCut = !isEnd || begun.length > LENGTH;
  const piece = begun.length > LENGTH ? begun.slice(0, LENGTH).replace(/\s\S*$/u, '') : begun;
  return mark(isCut ? `${piece} ${ELLIPSIS}` : piece, words);
}

function mark(text: string, words: readonly string[]): Excerpt {
  if (words.length === 0) return [{ text, marked: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*`, 'giu');
  const parts: Excerpt = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), marked: false });
    parts.push({ text: match[0], marked: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), marked: false });
  return parts;
}
