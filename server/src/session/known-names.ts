import { MIN_PASSWORD } from '@vault/contract';

/** Shorter words are in passwords by chance. */
const SHORTEST_WORD = 4;
/** Characters that are typed in place of letters. */
const TYPED_FOR: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  l: 'i',
  '!': 'i',
  '|': 'i',
  3: 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  7: 't',
};

/**
 * Whether a password consists mainly of known names: each name in it counts as one character, in any case, without
 * accents, and with digits and signs typed in place of letters; the rest has to reach the required length.
 * @param names of the firm and of the person, such as 'Müller & Sons' or an e-mail address; each word counts, and all
 * words of a name together
 */
export function isMainlyNames(password: string, names: readonly string[]): boolean {
  const words = new Set(names.flatMap(wordsOf));
  const longestFirst = [...words].toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, '\0'), folded(password));
  return rest.includes('\0') && Array.from(rest).length < MIN_PASSWORD;
}

function wordsOf(name: string): string[] {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(folded);
  return [...words, words.join('')].filter((word) => word.length >= SHORTEST_WORD);
}

/** A text without case and accents, with one letter for all characters that are typed in its place. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[01l3457!|@$]/g, (character) => TYPED_FOR[character] ?? character);
