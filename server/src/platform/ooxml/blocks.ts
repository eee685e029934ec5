/** A piece of what a person reads in a document, in the order of reading. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'row'; cells: string[] };
