type LineEnd = '\n' | '\r\n';

/** How most lines of a text end; texts of one line as on this kind of vault's servers. */
export function lineEndOf(text: string): LineEnd {
  const withReturn = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return withReturn * 2 > all ? '\r\n' : '\n';
}

/** A text box knows one line end only: this gives a text out of it the ends that its file had. */
export function withLineEnd(text: string, end: LineEnd): string {
  const plain = text.replaceAll('\r\n', '\n');
  return end === '\n' ? plain : plain.replaceAll('\n', end);
}
