/** A document that cannot be read, or a decompression bomb. The message is the reason, for the log. */
export class OoxmlError extends Error {
  override readonly name = 'OoxmlError';
}
