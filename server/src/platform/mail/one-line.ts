/** Line ends and other controls, which could end a header; the two of Unicode that some programs take for line ends. */
const CONTROLS = /[\p{Cc}\u{2028}\u{2029}]+/gu;
/** Marks that turn the direction of what follows: a name could show itself as another. */
const DIRECTION_MARKS = /[\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/** A name or a sentence of somebody else as one line, without what steers a terminal, a header or the direction of writing. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replaceAll(CONTROLS, ' ').replaceAll(DIRECTION_MARKS, '').trim();
