import { setTimeout as sleep } from 'node:timers/promises';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type AttemptLimit, type AttemptPair, releaseAttempt, reserveAttempt } from './attempts.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** P13, contract 10.16: after ten failures of a pair in 15 minutes every attempt is refused, the right one too. */
const PASSWORD_LIMITS: readonly AttemptLimit[] = [{ max: 10, windowMs: 15 * MINUTE_MS }];
const LIMITS: Record<AttemptPair['kind'], readonly AttemptLimit[]> = {
  'sign-in': PASSWORD_LIMITS,
  'password-change': PASSWORD_LIMITS,
  'link-password': PASSWORD_LIMITS,
  // GUARD-21
  'link-code-request': [
    { max: 5, windowMs: HOUR_MS },
    { max: 10, windowMs: DAY_MS },
  ],
  // One address may be a whole office: far more than its people need, few enough to bound the stored rows (USE-06).
  'link-code-source': [{ max: 100, windowMs: HOUR_MS }],
};

/** Attempts of a kind that are older than this, in milliseconds, count for no limit. */
export const LONGEST_WINDOWS = Object.entries(LIMITS).map(
  ([kind, limits]) =>
    [kind as AttemptPair['kind'], Math.max(...limits.map(({ windowMs }) => windowMs))] as const,
);

/** How long the answer to a failure is held back: longer with each one before it. */
const FIRST_DELAY_MS = 10;
const LONGEST_DELAY_MS = 1000;
const delayAfter = (failures: number) => Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);

/** The last of those who wait, by pair; a pair leaves when nobody waits any more. */
type Queues = Map<string, Promise<unknown>>;

/**
 * Limits guesses. Only failures count: who signs in often is not locked out. A success does not erase failures,
 * or somebody behind the same address could guess on after each visit of the owner. Refused attempts are not counted,
 * so a pause ends with the window of the failures that caused it.
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
   * Makes an attempt when there were not too many. Failures of one pair are answered one after the other, each later
   * than the one before.
   * @param attempt answers null for a failure
   * @throws P13 with the moment from which an attempt is allowed again; the attempt is not made then
   */
  async attempt<T>(pair: AttemptPair, attempt: () => Promise<T | null>): Promise<T | null> {
    // One after the other within this process: an attempt holds its place while it is made, and attempts that
    // will succeed must not push each other over the limit.
    return inTurn(this.#queues, [pair.kind, pair.subject, pair.address].join('\n'), async () => {
      const failures = await this.#reserve(pair);
      const result = await attempt();
      if (result === null) await sleep(delayAfter(failures.before));
      else await releaseAttempt(this.#database.kysely, pair, failures.at);
      return result;
    });
  }

  /**
   * Counts a call that has no right and wrong, without holding back its answer.
   * @throws P13 with the moment from which a call is allowed again
   */
  async count(pair: AttemptPair): Promise<void> {
    await this.#reserve(pair);
  }

  async #reserve(pair: AttemptPair): Promise<{ before: number; at: Date }> {
    const at = this.#clock.now();
    const { before, retryAt } = await reserveAttempt(this.#database.kysely, pair, {
      limits: LIMITS[pair.kind],
      at,
    });
    if (before === null) throw Errors.tooManyAttempts(retryAt);
    return { before, at };
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
