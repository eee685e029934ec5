type LineEnd = '\n' | '\r\n' | '\r';

/** Returns the line end that most lines of a text have; a line feed for a text of one line. */
export function lineEndOf(text: string): LineEnd {
  const both = text.split('\r\n').length - 1;
  const feeds = text.split('\n').length - 1 - both;
  const returns = text.split('\r').length - 1 - both;
  if (both > Math.max(feeds, returns)) return '\r\n';
  return returns > feeds ? '\r' : '\n';
}

/** Restores the line ends of the file, because a text box has only line feeds. */
export function withLineEnd(text: string, end: LineEnd): string {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  return end === '\n' ? plain : plain.replaceAll('\n', end);
}
