/** SEARCH: names are compared in NFC and without case, as stored (`lower(name)`). */
export const asCompared = (typed: string): string => typed.trim().normalize('NFC');

/** A LIKE pattern for names that contain the text; `%`, `_` and `\` are literal. */
export function containsPattern(typed: string): string {
  return `%${asCompared(typed).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * A trigram needs this number of consecutive letters and digits; shorter texts are not found with the trigram index.
 */
const TRIGRAM = 3;

/** True when the trigram index supports the text. */
export const hasTrigram = (typed: string): boolean =>
  asCompared(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .some((run) => run.length >= TRIGRAM);

/**
 * Characters that separate the words of a name. A list and not a character class: the trigram index detects a word
 * start only after a few known characters.
 */
const SEPARATOR = String.raw`[ _.,;:()\[\]{}&#@!+=~'-]`;

/** A regular expression for names in which a word starts with the text. */
export function wordStartPattern(typed: string): string {
  return `(^|${SEPARATOR})${asCompared(typed).replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')}`;
}
