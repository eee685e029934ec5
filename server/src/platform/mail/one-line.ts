/**
 * Line ends and other control characters, which could end a header, and the two Unicode characters that some programs
 * treat as line ends.
 */
const CONTROLS = /[\p{Cc}\u{2028}\u{2029}]+/gu;
/** Marks that change the direction of the following text: with them one name could look like another. */
const DIRECTION_MARKS = /[\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/**
 * Another person's name or sentence as one line, without characters that control a terminal, a header or the direction
 * of writing.
 */
export const oneLine = (text: string): string =>
  text.toWellFormed().replaceAll(CONTROLS, ' ').replaceAll(DIRECTION_MARKS, '').trim();
