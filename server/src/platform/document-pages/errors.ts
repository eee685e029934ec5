/** A document that cannot be shown. The message says why, for the log. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}
