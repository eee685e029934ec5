import { Errors } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type AttemptPair, releaseAttempt, reserveAttempt } from './attempts.queries.ts';

/** P13: ten failures of a pair within this time, then every further attempt is refused, the right one too. */
export const MAX_FAILURES = 10;
export const ATTEMPT_WINDOW_MS = 15 * 60 * 1000;

/** The last of those who wait, by pair; a pair leaves when nobody waits any more. */
type Queues = Map<string, Promise<unknown>>;

/**
 * Limits guesses. Only failures count: who signs in often is not locked out. A success does not erase failures,
 * or somebody behind the same address could guess on after each visit of the owner. Refused attempts are not counted,
 * so a lock ends 15 minutes after the failures that caused it.
 */
export class Throttle {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #queues: Queues = new Map();

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /**
   * Makes an attempt when there were not too many.
   * @param attempt answers null for a failure
   * @throws P13 when there were too many; the attempt is not made then
   */
  async attempt<T>(pair: AttemptPair, attempt: () => Promise<T | null>): Promise<T | null> {
    // One after the other within this process: an attempt holds its place while it is made, and attempts that
    // will succeed must not push each other over the limit.
    return inTurn(this.#queues, [pair.kind, pair.subject, pair.address].join('\n'), async () => {
      const at = this.#clock.now();
      const since = new Date(at.getTime() - ATTEMPT_WINDOW_MS);
      const { kysely } = this.#database;
      if (!(await reserveAttempt(kysely, pair, { max: MAX_FAILURES, since, at }))) {
        throw Errors.tooManyAttempts();
      }
      const result = await attempt();
      if (result !== null) await releaseAttempt(kysely, pair, at);
      return result;
    });
  }
}

async function inTurn<T>(queues: Queues, key: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  queues.set(key, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(key) === mine) queues.delete(key);
  }
}
