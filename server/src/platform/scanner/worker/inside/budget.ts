import { setImmediate as nextTurn } from 'node:timers/promises';

/** A part that could not be scanned, so that the file cannot pass. */
export class UnscannableError extends Error {
  override readonly name = 'UnscannableError';
}

/** Bytes that look like a container and are none, or a damaged one. */
export class NotAContainer extends Error {
  override readonly name = 'NotAContainer';
}

/** GUARD-41: five archives in one another, with room for the mails and documents that contain them. */
const MAX_DEPTH = 8;
export const MAX_MEMBERS = 50_000;
const MAX_GROWTH = 16;
const MIN_MS = 60_000;
/** Unpacking and scanning is several times faster. */
const BYTES_PER_MS = 10_000;
/** Other scans of the thread wait at most this long for a turn. */
const TURN_MS = 20;

/** The remaining budget for looking through one uploaded file, all levels together. */
export class Budget {
  #bytes: number;
  #members = MAX_MEMBERS;
  #endsAt: number;
  #turnEndsAt = performance.now() + TURN_MS;
  readonly #alive: () => void;

  /**
   * Enough for real files; it stops a bomb.
   * @param minBytes the bytes that a small file can unpack to
   * @param alive is called often while the inspection works
   */
  constructor(sizeBytes: number, minBytes: number, alive: () => void) {
    this.#bytes = minBytes + MAX_GROWTH * sizeBytes;
    this.#endsAt = performance.now() + MIN_MS + sizeBytes / BYTES_PER_MS;
    this.#alive = alive;
  }

  /** @throws UnscannableError */
  takeMember(): void {
    this.#members -= 1;
    if (this.#members < 0) throw new UnscannableError('the archive has too many members');
  }

  /** @throws UnscannableError */
  takeBytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw new UnscannableError('the archive unpacks to too many bytes');
  }

  /** @throws UnscannableError */
  mustReach(depth: number): void {
    if (depth > MAX_DEPTH) throw new UnscannableError('archives are nested too deep');
  }

  /** Between two steps of work: lets other scans take turns. @throws UnscannableError when the time is used up */
  async turn(): Promise<void> {
    const now = performance.now();
    if (now > this.#endsAt) throw new UnscannableError('the archive takes too long');
    if (now < this.#turnEndsAt) return;
    this.#alive();
    await nextTurn();
    this.#turnEndsAt = performance.now() + TURN_MS;
  }

  /** Time that the inspection waited for other scans is not counted. */
  addTime(ms: number): void {
    this.#endsAt += ms;
  }
}
