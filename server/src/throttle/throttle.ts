import { setTimeout as sleep } from 'node:timers/promises';
import { Messages } from '@vault/contract';
import type { Transaction } from 'kysely';
import { VaultError } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import {
  type Count,
  type Counts,
  keyOf,
  releaseAttempt,
  type Refused,
  reserveAttempt,
} from './attempts.queries.ts';
import { type RateLimit, RATE_LIMITS, type Guess } from './limits.ts';
import { networkOf } from './network.ts';
import { RecentRefusals } from './recent-refusals.ts';
import { RunningAttempts } from './running.ts';
import { Turns } from './turns.ts';

/** P13, USE-48: an attempt that was not made, because one of its rate limits is full. */
export class TooManyAttempts extends VaultError {
  /** name of the first full rate limit */
  readonly rateLimit: string;
  /** true for one of many refusals within a second */
  readonly isRepeated: boolean;

  constructor(rateLimit: string, retryAt: Date, isRepeated = false) {
    super(429, 'RATE_LIMITED', Messages.tooManyAttempts, retryAt);
    this.name = 'TooManyAttempts';
    this.rateLimit = rateLimit;
    this.isRepeated = isRepeated;
  }
}

/** Time after which an attempt can be repeated that found too many others at this moment. */
const BUSY_MS = 1000;

/** Delay of the answer to a failure in ms: it doubles with each earlier failure. */
const FIRST_DELAY_MS = 10;
const LONGEST_DELAY_MS = 1000;
const delayAfter = (failures: number) => Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);

type Within = <T>(run: () => Promise<T>) => Promise<T>;

/** An attempt that counts as a failure until it is released. */
interface Reserved {
  /** earlier failures of the first rate limit */
  before: number;
  counts: Counts;
  at: Date;
  /** ends the attempt for others that wait for it */
  end: () => void;
}

export interface ThrottleDeps {
  database: Database;
  clock: Clock;
  /** waits before the answer to a failure: a timer by default, nothing in most tests */
  sleep?: (ms: number) => Promise<unknown>;
}

/**
 * Limits guesses by the rate limits of `limits.ts`. Only failures count, so that frequent sign-ins do not lock out a
 * user. A success does not reset failures, because another client behind the same address could otherwise continue
 * after each success. Refused attempts are not counted, so the lock ends with the window of its failures.
 */
export class Throttle {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #sleep: (ms: number) => Promise<unknown>;
  readonly #running = new RunningAttempts();
  readonly #turns = new Turns();
  readonly #refusals = new RecentRefusals();

  constructor(deps: ThrottleDeps) {
    this.#database = deps.database;
    this.#clock = deps.clock;
    this.#sleep = deps.sleep ?? sleep;
  }

  /**
   * Runs an attempt unless there were too many. The answer to a failure is delayed, longer with each failure.
   * @param attempt returns null for a failure; when it throws a refusal, nothing was checked and nothing counts
   * @param within runs everything except the delay, for example in a queue
   * @throws TooManyAttempts (P13) with the time of the next allowed attempt; the attempt is not run then
   */
  async attempt<T>(
    guess: Guess,
    attempt: () => Promise<T | null>,
    within: Within = (run) => run(),
  ): Promise<T | null> {
    const { result, before } = await within(async () => {
      const reserved = await this.#reserve(guess);
      return { result: await this.#run(reserved, attempt), before: reserved.before };
    });
    if (result === null) await this.#sleep(delayAfter(before));
    return result;
  }

  /**
   * Counts a call that neither fails nor succeeds.
   * @throws TooManyAttempts (P13) with the time of the next allowed call
   */
  async count(guess: Guess): Promise<void> {
    const { end } = await this.#reserve(guess);
    end();
  }

  /**
   * As `count`, in the transaction of the caller.
   * @returns null; the time of the next allowed call when there were too many
   */
  async countIn(tx: Transaction<DB>, guess: Guess): Promise<Date | null> {
    const reservation = await reserveAttempt(tx, countsOf(guess), this.#clock.now());
    return reservation.isReserved ? null : retryAtOf(reservation);
  }

  async #run<T>({ counts, at, end }: Reserved, attempt: () => Promise<T | null>): Promise<T | null> {
    const release = () => releaseAttempt(this.#database.kysely, counts, at);
    try {
      const result = await attempt();
      if (result !== null) await release();
      return result;
    } catch (error) {
      if (error instanceof VaultError) await release();
      throw error;
    } finally {
      end();
    }
  }

  async #reserve(guess: Guess): Promise<Reserved> {
    const counts = countsOf(guess);
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each round waits for attempts that run
      const result = await this.#tryToReserve(counts);
      if (result.isReserved) return result;
      // oxlint-disable-next-line no-await-in-loop
      if (!(await this.#running.waitFor(result.full.map(keyOf)))) throw this.#refusalOf(result);
    }
  }

  #refusalOf(refused: Refused): TooManyAttempts {
    for (const count of refused.full) {
      if (count.isShared) this.#refusals.add(keyOf(count), count.until, this.#clock.now());
    }
    return new TooManyAttempts(refused.full[0].kind, retryAtOf(refused));
  }

  /** In turns: attempts at one link would otherwise hold all connections while they wait for its lock. */
  async #tryToReserve(counts: Counts): Promise<({ isReserved: true } & Reserved) | Refused> {
    const turn = this.#turns.take(keyOf(counts.at(-1) ?? counts[0]));
    const now = this.#clock.now();
    if (turn === null) throw new TooManyAttempts(counts[0].kind, new Date(now.getTime() + BUSY_MS));
    return turn(async () => {
      const at = this.#clock.now();
      this.#mustNotBeRefused(counts, at);
      const result = await this.#database.transaction((tx) => reserveAttempt(tx, counts, at));
      if (!result.isReserved) return result;
      return { ...result, counts, at, end: this.#running.start(counts.map(keyOf)) };
    });
  }

  /** @throws TooManyAttempts for a refusal of the last second */
  #mustNotBeRefused(counts: readonly Count[], now: Date): void {
    for (const count of counts) {
      const retryAt = this.#refusals.find(keyOf(count), now);
      if (retryAt !== null) throw new TooManyAttempts(count.kind, retryAt, true);
    }
  }
}

/** The earliest time at which none of the counts has reached its limit. */
const retryAtOf = ({ full }: Refused) => new Date(Math.max(...full.map(({ until }) => until.getTime())));

function countsOf(guess: Guess): Counts {
  const dimensions = {
    account: 'account' in guess ? guess.account : '',
    link: 'link' in guess ? guess.link : '',
    recipient: 'recipient' in guess ? guess.recipient : '',
    network: 'address' in guess ? networkOf(guess.address) : '',
  };
  const countOf = ({ name, by, windows, isShared = false }: RateLimit): Count => ({
    kind: name,
    subject: by
      .filter((dimension) => dimension !== 'network')
      .map((dimension) => dimensions[dimension])
      .join('\n'),
    address: by.includes('network') ? dimensions.network : '',
    isShared,
    windows: 'max' in guess ? windows.map((window) => ({ ...window, max: guess.max })) : windows,
    ...('times' in guess && { times: guess.times }),
  });
  const [first, ...others] = RATE_LIMITS[guess.kind];
  return [countOf(first), ...others.map(countOf)];
}
