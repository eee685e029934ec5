/** How long the vault waits for its database, in ms (SAFE-23, SAFE-28; docs/decisions/outages.md). */
export interface DatabaseLimits {
  /** nothing received for a statement for so long: the server is asked whether it works on it */
  readonly silenceMs: number;
  /** for the answer to that question, and to each later attempt to reach a database that did not answer */
  readonly answerMs: number;
  /** between two attempts to reach a database that did not answer */
  readonly probeEveryMs: number;
  /** for a free connection of the pool, and for a new connection */
  readonly connectMs: number;
  /** for a lock that another transaction holds; requests only */
  readonly lockMs: number;
  /** the server ends a transaction, and with it its locks, when it gets no statement for so long */
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
