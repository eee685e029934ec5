/** A line that never ends counts as several, so that a chunk is never more than a browser lays out at once. */
export const LONGEST_LINE = 2_000;

/**
 * Where a chunk of so many lines ends.
 * @param start where its first line begins
 * @returns the index behind the end of its last line; the text's length when there are not so many
 */
export function endOfLines(text: string, start: number, lines: number): number {
  let end = start;
  for (let n = 0; n < lines && end < text.length; n += 1) {
    const breaks = text.indexOf('\n', end);
    const next = breaks < 0 ? text.length : breaks + 1;
    end = Math.min(next, end + LONGEST_LINE);
  }
  // The two halves of one character stay together.
  return isBetweenHalves(text, end) ? end + 1 : end;
}

function isBetweenHalves(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
