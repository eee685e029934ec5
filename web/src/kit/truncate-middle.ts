import { extensionOf } from '@vault/contract';

const ELLIPSIS = '…';
/**
 * The number of letters that stay visible before an extension. `PLAIN_TAIL` is the number at the end of a name without
 * one.
 */
const BEFORE_EXTENSION = 4;
const PLAIN_TAIL = 6;
const LONGEST_TAIL = 12;

/** Returns how many letters at the end distinguish names: the extension and a few letters before it. */
export function tailLengthOf(name: string): number {
  const extension = extensionOf(name);
  return extension === '' ? PLAIN_TAIL : Math.min(LONGEST_TAIL, extension.length + 1 + BEFORE_EXTENSION);
}

interface Room {
  /** in the unit of `measure` */
  width: number;
  /** @returns the width of a text */
  measure: (text: string) => number;
  /** number of letters at the end that stay visible; by default enough to distinguish names */
  tailLength?: number;
}

/**
 * Shortens a name in its middle, so that its extension stays visible.
 * @returns the whole text when it fits; its beginning when even the end does not fit
 */
export function truncateMiddle(
  text: string,
  { width, measure, tailLength = tailLengthOf(text) }: Room,
): string {
  if (measure(text) <= width) return text;
  const letters = [...text];
  const end = letters.slice(letters.length - Math.min(tailLength, Math.floor(letters.length / 2)));
  const tail = measure(shortened(letters, 1, end)) <= width ? end : [];
  let fits = 0;
  let tooMany = letters.length - tail.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(shortened(letters, middle, tail)) <= width) fits = middle;
    else tooMany = middle;
  }
  return shortened(letters, fits, tail);
}

const SHORT_PATH = 160;

/** Shortens a path of more than 160 letters in its middle: in a text, it must not fill the window. */
export const shortPath = (path: string): string =>
  truncateMiddle(path, {
    width: SHORT_PATH,
    measure: (text) => [...text].length,
    tailLength: SHORT_PATH / 2,
  });

function shortened(letters: readonly string[], headLength: number, tail: readonly string[]): string {
  return `${letters.slice(0, headLength).join('').trimEnd()}${ELLIPSIS}${tail.join('').trimStart()}`;
}
