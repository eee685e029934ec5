/** A limit on the calls that wait for one key. */
const MOST_WAITING = 100;

/** Runs work of one key one after the other, in the order of the calls. */
export class Turns {
  readonly #queues = new Map<string, { last: Promise<unknown>; size: number }>();

  /** @returns runs work in its turn; must be called at once. null when too many calls wait for the key */
  take(key: string): (<T>(work: () => Promise<T>) => Promise<T>) | null {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), size: 0 };
    if (queue.size > MOST_WAITING) return null;
    return async (work) => {
      this.#queues.set(key, queue);
      queue.size += 1;
      const mine = queue.last.then(work, work);
      queue.last = mine;
      try {
        return await mine;
      } finally {
        queue.size -= 1;
        if (queue.size === 0) this.#queues.delete(key);
      }
    };
  }
}
