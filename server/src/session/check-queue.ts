import { Errors } from '../http/index.ts';

interface WaitingCall {
  lanes: readonly string[];
  start: () => void;
  refuse: () => void;
}

/** The time after which a refused call can be repeated: about the time of a full queue. */
const RETRY_MS = 1000;

/**
 * A bounded queue that one client cannot fill for the others (GUARD-22). The next call is one of the least crowded
 * lane, and when too many wait, one of the most crowded lane is refused. Within a lane the newest call is next and the
 * oldest is refused: under a flood the others have been waiting for too long anyway.
 */
export class CheckQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  #running = 0;
  readonly #waiting: WaitingCall[] = [];

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Runs work when a slot is free.
   * @param lanes to which the call belongs, the widest first, such as network and account
   * @throws P13 when too many calls wait
   */
  async run<T>(lanes: readonly string[], work: () => Promise<T>): Promise<T> {
    await this.#enter(lanes);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(lanes: readonly string[]): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(Errors.tooManyAttempts(new Date(Date.now() + RETRY_MS)));
    this.#waiting.push({ lanes, start: resolve, refuse });
    if (this.#waiting.length > this.#mostWaiting) this.#remove((one, other) => other - one)?.refuse();
    await promise;
  }

  /** Passes the slot to the next call, or frees it. */
  #leave(): void {
    const next = this.#remove((one, other) => one - other, 'newest');
    if (next === undefined) this.#running -= 1;
    else next.start();
  }

  /** Removes the first call in the order of its crowds; of equal ones the oldest, or the newest. */
  #remove(
    order: (one: number, other: number) => number,
    among: 'oldest' | 'newest' = 'oldest',
  ): WaitingCall | undefined {
    const crowds = this.#crowds();
    const ranked = this.#waiting.map((call, n) => ({
      call,
      n,
      crowd: call.lanes.map((_, at) => crowds(call, at)),
    }));
    const [first] = ranked.toSorted((one, other) => {
      const level = one.crowd.findIndex((size, at) => size !== other.crowd[at]);
      if (level >= 0) return order(one.crowd[level] ?? 0, other.crowd[level] ?? 0);
      return among === 'oldest' ? one.n - other.n : other.n - one.n;
    });
    if (first === undefined) return undefined;
    this.#waiting.splice(first.n, 1);
    return first.call;
  }

  /** Counts the waiting calls of each lane; a lane is within the lanes before it. */
  #crowds(): (call: WaitingCall, level: number) => number {
    const keyOf = ({ lanes }: WaitingCall, level: number) => lanes.slice(0, level + 1).join('\n');
    const sizes = new Map<string, number>();
    for (const call of this.#waiting) {
      for (const level of call.lanes.keys()) {
        const key = keyOf(call, level);
        sizes.set(key, (sizes.get(key) ?? 0) + 1);
      }
    }
    return (call, level) => sizes.get(keyOf(call, level)) ?? 0;
  }
}
