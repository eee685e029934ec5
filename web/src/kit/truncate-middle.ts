const ELLIPSIS = '…';
/** So much of the end stays visible: an extension and a few letters before it. */
export const TAIL_LENGTH = 10;

/**
 * Shortens a name in its middle, so that its extension stays visible.
 * @param width the room, in the unit of `measure`
 * @param measure the width of a text
 * @param tailLength so many letters of the end stay visible
 * @returns the text as it is when it fits; never less than the ellipsis and the end
 */
export function truncateMiddle(
  text: string,
  width: number,
  measure: (text: string) => number,
  tailLength = TAIL_LENGTH,
): string {
  if (measure(text) <= width) return text;
  const letters = [...text];
  const tail = letters.slice(letters.length - Math.min(tailLength, Math.floor(letters.length / 2)));
  let fits = 0;
  let tooMany = letters.length - tail.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(shortened(letters, middle, tail)) <= width) fits = middle;
    else tooMany = middle;
  }
  return shortened(letters, fits, tail);
}

function shortened(letters: readonly string[], headLength: number, tail: readonly string[]): string {
  return `${letters.slice(0, headLength).join('').trimEnd()}${ELLIPSIS}${tail.join('').trimStart()}`;
}
