type LineEnd = '\n' | '\r\n' | '\r';

/** Returns the line end of most lines of a text; a line feed for texts of one line. */
export function lineEndOf(text: string): LineEnd {
  const both = text.split('\r\n').length - 1;
  const feeds = text.split('\n').length - 1 - both;
  const returns = text.split('\r').length - 1 - both;
  if (both > Math.max(feeds, returns)) return '\r\n';
  return returns > feeds ? '\r' : '\n';
}

/** A text box only has a line feed: this restores the line ends of the file. */
export function withLineEnd(text: string, end: LineEnd): string {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  return end === '\n' ? plain : plain.replaceAll('\n', end);
}
