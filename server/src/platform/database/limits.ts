/** The time limits for waiting for the database, in ms (SAFE-23, SAFE-28; docs/decisions/outages.md). */
export interface DatabaseLimits {
  /** the time without a reply to a statement after which a query checks whether the server works on it */
  readonly silenceMs: number;
  /** the wait for the reply to that query, and to each later attempt to reach an unavailable database */
  readonly answerMs: number;
  /** the pause between two attempts to reach an unavailable database */
  readonly probeEveryMs: number;
  /** the wait for a free connection of the pool, and for a new connection */
  readonly connectMs: number;
  /** the wait for a lock of another transaction; in requests only */
  readonly lockMs: number;
  /** the time without a statement after which the server ends a transaction and releases its locks */
  readonly leaseMs: number;
}

export const DATABASE_LIMITS: DatabaseLimits = {
  silenceMs: 4_000,
  answerMs: 3_000,
  probeEveryMs: 500,
  connectMs: 5_000,
  lockMs: 8_000,
  leaseMs: 6_000,
};
