/** Limits concurrent work to `capacity` units, in the order of the calls. */
export class Limiter {
  readonly #capacity: number;
  #free: number;
  readonly #waiting: { units: number; go: () => void }[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#free = capacity;
  }

  /**
   * Runs the work when `units` are free; more units than the capacity count as all of them.
   * @param signal ends the wait, not the work
   * @throws the signal's reason
   */
  async run<T>(units: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const taken = Math.min(units, this.#capacity);
    await this.#take(taken, signal);
    try {
      return await work();
    } finally {
      this.#free += taken;
      this.#wake();
    }
  }

  async #take(units: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#waiting.length === 0 && units <= this.#free) {
      this.#free -= units;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { units, go: resolve };
    const leave = () => {
      const index = this.#waiting.indexOf(waiter);
      // The work has already started; it handles the signal by itself.
      if (index < 0) return;
      this.#waiting.splice(index, 1);
      reject(signal?.reason);
      this.#wake();
    };
    this.#waiting.push(waiter);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #wake(): void {
    for (
      let next = this.#waiting[0];
      next !== undefined && next.units <= this.#free;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#free -= next.units;
      next.go();
    }
  }
}
