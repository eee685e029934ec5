/** A document that cannot be shown. The message is the reason, for the log. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}
