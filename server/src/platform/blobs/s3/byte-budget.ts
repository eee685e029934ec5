import { setTimeout as sleep } from 'node:timers/promises';
import { StorageFailed } from '../storage-failed.ts';

/** How long a write waits for bytes, in ms; then its sender gets a 503. */
const WAIT_MS = 30_000;

/** Bounds the bytes that concurrent writes keep. Writes get their share in the order of their requests. */
export class ByteBudget {
  readonly #waiting: { bytes: number; granted: () => void }[] = [];
  #leftBytes: number;

  constructor(bytes: number) {
    this.#leftBytes = bytes;
  }

  /**
   * Waits for bytes.
   * @returns false when there were none within the time; then nothing was taken
   */
  async take(bytes: number, limitMs: number): Promise<boolean> {
    if (this.tryTake(bytes)) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const request = { bytes, granted: () => resolve(true) };
    this.#waiting.push(request);
    const ended = new AbortController();
    const late = sleep(limitMs, false, { signal: ended.signal }).catch(() => false);
    const isGranted = await Promise.race([promise, late]);
    ended.abort();
    if (!isGranted) this.#waiting.splice(this.#waiting.indexOf(request), 1);
    return isGranted;
  }

  /** Like `take`, up to the limit of a write. @throws StorageFailed */
  async mustTake(bytes: number): Promise<void> {
    if (!(await this.take(bytes, WAIT_MS)))
      throw new StorageFailed({ operation: 'put part', pathKind: 'unfinished blob' }, 'ENOBUFS');
  }

  /** Takes bytes if there are some that no other write waits for. */
  tryTake(bytes: number): boolean {
    if (this.#waiting.length > 0 || bytes > this.#leftBytes) return false;
    this.#leftBytes -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#leftBytes += bytes;
    for (
      let next = this.#waiting[0];
      next !== undefined && next.bytes <= this.#leftBytes;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#leftBytes -= next.bytes;
      next.granted();
    }
  }
}
