/** Time for which a refusal is repeated without a look at the database, in ms. */
const REMEMBERED_MS = 1000;
/** A limit on memory; the oldest refusals are forgotten first. */
const MOST_REMEMBERED = 1000;

/**
 * The refusals of the last second, by the key of the full count, so that a flood of attempts does not reach the
 * database. A refusal stays true until its time, unless attempts that run in another process succeed.
 */
export class RecentRefusals {
  readonly #refusals = new Map<string, { retryAt: Date; forgetAt: number }>();

  add(key: string, retryAt: Date, now: Date): void {
    this.#refusals.delete(key);
    this.#refusals.set(key, {
      retryAt,
      forgetAt: Math.min(retryAt.getTime(), now.getTime() + REMEMBERED_MS),
    });
    if (this.#refusals.size <= MOST_REMEMBERED) return;
    const [oldest = key] = this.#refusals.keys();
    this.#refusals.delete(oldest);
  }

  /** @returns the time of the next allowed attempt; null when no refusal is remembered */
  find(key: string, now: Date): Date | null {
    const refusal = this.#refusals.get(key);
    if (refusal === undefined) return null;
    if (now.getTime() < refusal.forgetAt) return refusal.retryAt;
    this.#refusals.delete(key);
    return null;
  }
}
