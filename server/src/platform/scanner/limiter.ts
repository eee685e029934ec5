import { type Sender, TurnQueue, type Waiting } from '../turn-queue.ts';

/** A sender uses at most so many times what it leaves free for others. */
const MOST_OF_FREE = 2;

/** Units of work that wait. */
interface Waiter {
  units: number;
  go: () => void;
}

export interface LimitedRun {
  /** the work of one sender leaves capacity for others; absent: each call counts as another sender */
  sender?: string | undefined;
  /** ends the wait, not the work */
  signal?: AbortSignal;
}

/**
 * Limits concurrent work to `capacity` units. Senders take turns, each in the order of its calls. One that has work
 * running gets more only up to twice what remains free afterwards: so others need not wait for long work of one sender
 * (the dynamic threshold of Choudhury and Hahne, 1998).
 */
export class Limiter {
  readonly #capacity: number;
  #free: number;
  readonly #used = new Map<Sender, number>();
  readonly #queue = new TurnQueue<Waiter>();

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#free = capacity;
  }

  /**
   * Runs the work when `units` are free; more units than the capacity count as all of them.
   * @throws the signal's reason
   */
  async run<T>(units: number, work: () => Promise<T>, { sender, signal }: LimitedRun = {}): Promise<T> {
    const taken = Math.min(units, this.#capacity);
    const by = sender ?? Symbol();
    await this.#take(by, taken, signal);
    try {
      return await work();
    } finally {
      this.#giveBack(by, taken);
    }
  }

  async #take(by: Sender, units: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { sender: by, call: { units, go: resolve } };
    const leave = () => {
      // The work may have started; then it handles the signal by itself.
      if (!this.#queue.remove(waiting)) return;
      reject(signal?.reason);
      this.#wake();
    };
    this.#queue.add(waiting);
    this.#wake();
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #giveBack(by: Sender, units: number): void {
    this.#free += units;
    const left = this.#usedBy(by) - units;
    if (left > 0) this.#used.set(by, left);
    else this.#used.delete(by);
    this.#wake();
  }

  /** Starts work of the senders in turns, as long as there is capacity for the next one. */
  #wake(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#queue.serve(next);
      const { sender, call } = next;
      this.#free -= call.units;
      this.#used.set(sender, this.#usedBy(sender) + call.units);
      call.go();
    }
  }

  /** The next call that may start; undefined when there is none, or it does not fit yet. */
  #next(): Waiting<Waiter> | undefined {
    for (const next of this.#queue.nextOfEach()) {
      if (!this.#isWithinShare(next.sender, next.call.units)) continue;
      // Smaller work of the others waits too; it could otherwise delay this one without end.
      return next.call.units <= this.#free ? next : undefined;
    }
    return undefined;
  }

  #isWithinShare(by: Sender, units: number): boolean {
    const used = this.#usedBy(by);
    return used === 0 || used + units <= MOST_OF_FREE * (this.#free - units);
  }

  #usedBy(by: Sender): number {
    return this.#used.get(by) ?? 0;
  }
}
