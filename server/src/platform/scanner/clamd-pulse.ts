/** How often clamd is asked for a sign of life while scans wait for it, in ms. */
export interface PulseTimes {
  /** from one PING to the next */
  everyMs: number;
  /** how long a PONG may take */
  answerMs: number;
  /** after a PING without a PONG, scans fail at once for so long: those of a large folder need not wait one by one */
  pauseMs: number;
}

/** Together below the 10 s of SAFE-23. clamd answers PING from a thread that never scans: within milliseconds. */
export const PULSE_TIMES: PulseTimes = { everyMs: 2000, answerMs: 4000, pauseMs: 1000 };

/** clamd cannot be reached, hung up, or does not answer. The message is for the log. */
export class ClamdUnavailable extends Error {
  override readonly name = 'ClamdUnavailable';
}

/**
 * Distinguishes a silent clamd from a busy one: while work waits for clamd, it is asked PING on another connection every few
 * seconds. A scan may take minutes, so its own silence says nothing.
 */
export class Pulse {
  readonly #ping: () => Promise<void>;
  readonly #times: PulseTimes;
  readonly #waiting = new Set<AbortController>();
  #timer: NodeJS.Timeout | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param ping rejects when clamd does not answer in time */
  constructor(ping: () => Promise<void>, times: PulseTimes) {
    this.#ping = ping;
    this.#times = times;
  }

  /** @throws ClamdUnavailable when clamd does not answer in time */
  async ping(): Promise<void> {
    try {
      await this.#ping();
      this.#failedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      this.#failedAt = performance.now();
      throw error;
    }
  }

  /**
   * Does work that waits for clamd.
   * @param work must end when the signal fires; its reason is the ClamdUnavailable to throw
   */
  async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (performance.now() - this.#failedAt < this.#times.pauseMs) {
      throw new ClamdUnavailable('clamd does not answer');
    }
    const waiting = new AbortController();
    this.#waiting.add(waiting);
    this.#timer ??= this.#schedule();
    try {
      return await work(waiting.signal);
    } finally {
      this.#waiting.delete(waiting);
      if (this.#waiting.size === 0 && this.#timer !== null) {
        clearTimeout(this.#timer);
        this.#timer = null;
      }
    }
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => void this.#beat(), this.#times.everyMs).unref();
  }

  async #beat(): Promise<void> {
    const timer = this.#timer;
    try {
      await this.ping();
    } catch (error) {
      for (const waiting of this.#waiting) waiting.abort(error);
    }
    // Work that ended in between has cleared the timer, and new work may have begun with another one.
    if (this.#timer === timer && this.#waiting.size > 0) this.#timer = this.#schedule();
  }
}
