/** A piece of the visible text of a document, in reading order. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'row'; cells: string[] };
