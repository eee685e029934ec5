/** The database cannot be used, for a reason that the operator can do something about: the message is for a person. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}
