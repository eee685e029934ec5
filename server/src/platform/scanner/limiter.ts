/** Hands out at most `capacity` units at a time; who comes first is served first. */
export class Limiter {
  readonly #capacity: number;
  #free: number;
  readonly #waiting: { units: number; go: () => void }[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#free = capacity;
  }

  /** Does the work when `units` are free; more than there are at all counts as all of them. */
  async run<T>(units: number, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(units, this.#capacity);
    await this.#take(taken);
    try {
      return await work();
    } finally {
      this.#free += taken;
      this.#wake();
    }
  }

  async #take(units: number): Promise<void> {
    if (this.#waiting.length === 0 && units <= this.#free) {
      this.#free -= units;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ units, go: resolve });
    await promise;
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
