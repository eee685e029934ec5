/** A limit on the calls that wait for one count; more are refused at once. */
const MOST_WAITING = 50;

/**
 * The attempts of this process that are reserved and not decided, by the key of each count. A reserved attempt counts
 * as a failure, so an attempt that finds a count full waits for the running ones: when they were right, it is allowed.
 */
export class RunningAttempts {
  readonly #running = new Map<string, Set<Promise<void>>>();
  readonly #waiting = new Map<string, number>();

  /** @returns ends the attempt; a second call does nothing */
  start(keys: readonly string[]): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const key of keys) {
      const attempts = this.#running.get(key) ?? new Set();
      this.#running.set(key, attempts.add(promise));
    }
    return () => {
      for (const key of keys) {
        const attempts = this.#running.get(key);
        attempts?.delete(promise);
        if (attempts?.size === 0) this.#running.delete(key);
      }
      resolve();
    };
  }

  /**
   * Waits for the attempts that run now in the first of these counts that has some.
   * @returns false at once when none runs, or too many calls wait
   */
  async waitFor(keys: readonly string[]): Promise<boolean> {
    const key = keys.find((one) => this.#running.has(one));
    if (key === undefined) return false;
    const waiting = this.#waiting.get(key) ?? 0;
    if (waiting >= MOST_WAITING) return false;
    this.#waiting.set(key, waiting + 1);
    await Promise.all(this.#running.get(key) ?? new Set<Promise<void>>());
    const left = (this.#waiting.get(key) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, left);
    return true;
  }
}
