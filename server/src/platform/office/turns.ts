import { OfficeBusy } from './converter.ts';

/** Hands out a few things, one at a time each; who comes first is served first. */
export class Turns<Thing> {
  readonly #free: Thing[];
  readonly #waiting = new Set<(thing: Thing) => void>();
  readonly #maxWaitMs: number;

  constructor(things: readonly Thing[], maxWaitMs: number) {
    this.#free = [...things];
    this.#maxWaitMs = maxWaitMs;
  }

  /** @throws OfficeBusy when none becomes free in time */
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
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(new OfficeBusy());
      }, this.#maxWaitMs);
      const take = (thing: Thing) => {
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve(thing);
      };
      this.#waiting.add(take);
    });
  }
}
