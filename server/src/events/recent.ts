import { REMEMBERED_MS } from '@vault/contract';
import type { Change } from './change.ts';

/** More changes than that in this time are not kept one by one. */
const MAX_CHANGES = 5_000;

/**
 * What changed a moment ago. A page loads its lists while it opens its stream: what is changed between the one and the
 * other would be told to nobody.
 */
export class RecentChanges {
  #changes: { change: Change; at: number }[] = [];
  /** since when nothing is missing here; null while that is unknown */
  #since: number | null = null;

  /** From now on every change is heard. @param now ms */
  begin(now: number): void {
    this.#changes = [];
    this.#since = now;
  }

  /** From now on changes are missed. */
  end(): void {
    this.#since = null;
  }

  add(change: Change, now: number): void {
    this.#changes.push({ change, at: now });
    const first = this.#changes.findIndex(({ at }) => at >= now - REMEMBERED_MS);
    if (first > 0) this.#changes.splice(0, first);
    // Others of this very moment are forgotten, too.
    if (this.#changes.length > MAX_CHANGES) this.begin(now + 1);
  }

  /** What changed in a record since a moment ago (ms); null when that is not known for sure. */
  of(recordId: string, since: number): Change[] | null {
    if (this.#since === null || this.#since > since) return null;
    return this.#changes
      .filter(({ change, at }) => change.recordId === recordId && at >= since)
      .map(({ change }) => change);
  }
}
