type LineEnd = '\n' | '\r\n' | '\r';

/** How most lines of a text end; texts of one line as on this kind of vault's servers. */
export function lineEndOf(text: string): LineEnd {
  const both = text.split('\r\n').length - 1;
  const feeds = text.split('\n').length - 1 - both;
  const returns = text.split('\r').length - 1 - both;
  if (both > Math.max(feeds, returns)) return '\r\n';
  return returns > feeds ? '\r' : '\n';
}

/** A text box knows one line end only: this gives a text out of it the ends that its file had. */
export function withLineEnd(text: string, end: LineEnd): string {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  return end === '\n' ? plain : plain.replaceAll('\n', end);
}
