export interface TurnOptions {
  maxWaitMs: number;
  /** maximum number of waiting callers; unlimited when absent */
  maxWaiting?: number;
  /** creates the error for a caller that is not served */
  busy: () => Error;
}

/** Lends each thing to one caller at a time, in the order of the calls. */
export class Turns<Thing> {
  readonly #free: Thing[];
  readonly #waiting = new Set<(thing: Thing) => void>();
  readonly #options: TurnOptions;

  constructor(things: readonly Thing[], options: TurnOptions) {
    this.#free = [...things];
    this.#options = options;
  }

  /** @throws `busy()` when too many callers wait, or nothing becomes free in time */
  async use<T>(work: (thing: Thing) => Promise<T>): Promise<T> {
    const thing = this.#free.pop() ?? (await this.#wait());
    try {
      return await work(thing);
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free.push(thing);
      else next(thing);
    }
  }

  #wait(): Promise<Thing> {
    const { maxWaitMs, maxWaiting = Infinity, busy } = this.#options;
    if (this.#waiting.size >= maxWaiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(busy());
      }, maxWaitMs);
      const take = (thing: Thing) => {
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve(thing);
      };
      this.#waiting.add(take);
    });
  }
}
