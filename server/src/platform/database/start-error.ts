/** The database cannot be used, for a reason that the operator can correct: the message is written for people. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}
