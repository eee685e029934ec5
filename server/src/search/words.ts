/** SEARCH: a name is compared without regard to case, as it is kept (`lower(name)`), and in NFC. */
export const asCompared = (typed: string): string => typed.trim().normalize('NFC');

/** A pattern of LIKE for names that contain the typed text; `%`, `_` and `\` mean themselves. */
export function containsPattern(typed: string): string {
  return `%${asCompared(typed).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Fewer letters and digits than this in a row are in no trigram: such a text is not found by the index of names. */
const TRIGRAM = 3;

/** Whether the index of the parts of names helps to find the text. */
export const hasTrigram = (typed: string): boolean =>
  asCompared(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .some((run) => run.length >= TRIGRAM);

/**
 * What words of a name are parted by. A list and not a class: only of few characters does the index of names know that
 * a word begins after them.
 */
const SEPARATOR = String.raw`[ _.,;:()\[\]{}&#@!+=~'-]`;

/** A regular expression for names in which a word begins with the typed text. */
export function wordStartPattern(typed: string): string {
  return `(^|${SEPARATOR})${asCompared(typed).replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')}`;
}
