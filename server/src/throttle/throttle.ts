import { setTimeout as sleep } from 'node:timers/promises';
import { Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type AttemptLimit, type AttemptPair, releaseAttempt, reserveAttempt } from './attempts.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * P13, contract 10.16: after ten failures for one subject and address in 15 minutes, every attempt is refused, even
 * with the correct password.
 */
const PASSWORD_LIMITS: readonly AttemptLimit[] = [{ max: 10, windowMs: 15 * MINUTE_MS }];
const LIMITS: Record<AttemptPair['kind'], readonly AttemptLimit[]> = {
  'sign-in': PASSWORD_LIMITS,
  'password-change': PASSWORD_LIMITS,
  'link-password': PASSWORD_LIMITS,
  // GUARD-21: the limits of requests for codes
  'link-code-request': [
    { max: 5, windowMs: HOUR_MS },
    { max: 10, windowMs: DAY_MS },
  ],
  // An office can share one address, so this limit is far above its needs. It bounds the stored rows (USE-06).
  'link-code-source': [{ max: 100, windowMs: HOUR_MS }],
};

/** The longest window of each kind in ms; older attempts count for no limit. */
export const LONGEST_WINDOWS = Object.entries(LIMITS).map(
  ([kind, limits]) =>
    [kind as AttemptPair['kind'], Math.max(...limits.map(({ windowMs }) => windowMs))] as const,
);

/** Delay of the answer to a failure in ms: it doubles with each earlier failure. */
const FIRST_DELAY_MS = 10;
const LONGEST_DELAY_MS = 1000;
const delayAfter = (failures: number) => Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);

/** The last waiting attempt by pair; a pair is removed when none waits. */
type Queues = Map<string, Promise<unknown>>;

/**
 * Limits guesses. Only failures count, so that frequent sign-ins do not lock out a user. A success does not reset
 * failures, because another client behind the same address could otherwise continue after each success. Refused
 * attempts are not counted, so the lock ends with the window of its failures.
 */
export class Throttle {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #sleep: (ms: number) => Promise<unknown>;
  readonly #queues: Queues = new Map();

  /** @param deps `sleep` waits before the answer to a failure: a timer by default, nothing in most tests */
  constructor(deps: { database: Database; clock: Clock; sleep?: (ms: number) => Promise<unknown> }) {
    this.#database = deps.database;
    this.#clock = deps.clock;
    this.#sleep = deps.sleep ?? sleep;
  }

  /**
   * Runs an attempt unless there were too many. Failures of one pair are answered one after the other, each with a
   * longer delay.
   * @param attempt returns null for a failure
   * @throws P13 with the time of the next allowed attempt; the attempt is not run then
   */
  async attempt<T>(pair: AttemptPair, attempt: () => Promise<T | null>): Promise<T | null> {
    // Attempts of a pair run one after the other in this process. A running attempt is reserved as a failure, so many
    // concurrent attempts with the right password would otherwise reach the limit.
    return inTurn(this.#queues, [pair.kind, pair.subject, pair.address].join('\n'), async () => {
      const failures = await this.#reserve(pair);
      const result = await attempt();
      if (result === null) await this.#sleep(delayAfter(failures.before));
      else await releaseAttempt(this.#database.kysely, pair, failures.at);
      return result;
    });
  }

  /**
   * Counts a call that neither fails nor succeeds, without delaying its answer.
   * @throws P13 with the time of the next allowed call
   */
  async count(pair: AttemptPair): Promise<void> {
    await this.#reserve(pair);
  }

  async #reserve(pair: AttemptPair): Promise<{ before: number; at: Date }> {
    const at = this.#clock.now();
    const limits = LIMITS[pair.kind];
    const { before, retryAt } = await this.#database.transaction((tx) =>
      reserveAttempt(tx, pair, { limits, at }),
    );
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
