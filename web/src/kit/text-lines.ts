/**
 * In characters: a longer line counts as several lines, so that a chunk is never too large for the layout of the
 * browser.
 */
export const LONGEST_LINE = 2_000;

/**
 * Returns the end of a chunk of `lines` lines.
 * @param start index at which its first line starts
 * @returns the index after its last line; the text's length when there are fewer lines
 */
export function endOfLines(text: string, start: number, lines: number): number {
  let end = start;
  for (let n = 0; n < lines && end < text.length; n += 1) {
    const breaks = text.indexOf('\n', end);
    const next = breaks < 0 ? text.length : breaks + 1;
    end = Math.min(next, end + LONGEST_LINE);
  }
  // A surrogate pair is never split.
  return isBetweenHalves(text, end) ? end + 1 : end;
}

function isBetweenHalves(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
