import { REMEMBERED_MS } from '@vault/contract';
import type { Change } from './change.ts';

/** Above this number of changes, the history is reset. */
const MAX_CHANGES = 5_000;

/**
 * The changes of the last seconds. A page loads its lists while it opens its stream, and changes in between would
 * otherwise be lost.
 */
export class RecentChanges {
  #changes: { change: Change; at: number }[] = [];
  /** time since which all changes are known; null while none are known */
  #since: number | null = null;

  /** Call it when all changes are received. @param now ms */
  begin(now: number): void {
    this.#changes = [];
    this.#since = now;
  }

  /** Call it when changes can be missed. */
  end(): void {
    this.#since = null;
  }

  /** True while all changes are received. */
  get isComplete(): boolean {
    return this.#since !== null;
  }

  add(change: Change, now: number): void {
    this.#changes.push({ change, at: now });
    const first = this.#changes.findIndex(({ at }) => at >= now - REMEMBERED_MS);
    if (first > 0) this.#changes.splice(0, first);
    // `now + 1` also drops the other changes of this millisecond.
    if (this.#changes.length > MAX_CHANGES) this.begin(now + 1);
  }

  /** Returns the changes of a record since a time in ms; null when they are not completely known. */
  of(recordId: string, since: number): Change[] | null {
    if (this.#since === null || this.#since > since) return null;
    return this.#changes
      .filter(({ change, at }) => change.recordId === recordId && at >= since)
      .map(({ change }) => change);
  }
}
