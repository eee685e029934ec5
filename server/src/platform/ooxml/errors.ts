/** A document that cannot be read, or is made to burst. The message says why, for the log. */
export class OoxmlError extends Error {
  override readonly name = 'OoxmlError';
}
