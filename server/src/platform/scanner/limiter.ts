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
  readonly #used = new Map<string | symbol, number>();
  /** by sender, in the order of their turns */
  readonly #waiting = new Map<string | symbol, Waiter[]>();

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

  async #take(by: string | symbol, units: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { units, go: resolve };
    const leave = () => {
      // The work may have started; then it handles the signal by itself.
      if (!this.#remove(by, waiter)) return;
      reject(signal?.reason);
      this.#wake();
    };
    const queue = this.#waiting.get(by);
    if (queue === undefined) this.#waiting.set(by, [waiter]);
    else queue.push(waiter);
    this.#wake();
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #giveBack(by: string | symbol, units: number): void {
    this.#free += units;
    const left = this.#usedBy(by) - units;
    if (left > 0) this.#used.set(by, left);
    else this.#used.delete(by);
    this.#wake();
  }

  /** Starts work of the senders in turns, as long as there is capacity for the next one. */
  #wake(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { by, waiter } = next;
      this.#remove(by, waiter);
      // The others have their turns before the sender's next one.
      const rest = this.#waiting.get(by);
      if (rest !== undefined) {
        this.#waiting.delete(by);
        this.#waiting.set(by, rest);
      }
      this.#free -= waiter.units;
      this.#used.set(by, this.#usedBy(by) + waiter.units);
      waiter.go();
    }
  }

  /** The next sender that may get more; undefined when there is none, or its work does not fit yet. */
  #next(): { by: string | symbol; waiter: Waiter } | undefined {
    for (const [by, [waiter]] of this.#waiting) {
      if (waiter === undefined || !this.#isWithinShare(by, waiter.units)) continue;
      // Smaller work of the others waits too; it could otherwise delay this one without end.
      return waiter.units <= this.#free ? { by, waiter } : undefined;
    }
    return undefined;
  }

  #isWithinShare(by: string | symbol, units: number): boolean {
    const used = this.#usedBy(by);
    return used === 0 || used + units <= MOST_OF_FREE * (this.#free - units);
  }

  #usedBy(by: string | symbol): number {
    return this.#used.get(by) ?? 0;
  }

  /** @returns false when it does not wait any more */
  #remove(by: string | symbol, waiter: Waiter): boolean {
    const queue = this.#waiting.get(by) ?? [];
    const index = queue.indexOf(waiter);
    if (index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.#waiting.delete(by);
    return true;
  }
}
