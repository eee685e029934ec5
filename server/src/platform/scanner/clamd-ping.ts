/** The times of the PING checks while scans wait for clamd, in ms. */
export interface PingTimes {
  /** the time from one PING to the next */
  everyMs: number;
  /** the time limit of a PONG */
  answerMs: number;
  /** after a PING without a PONG, scans fail immediately for this time, so that not each file of a folder waits */
  pauseMs: number;
}

/**
 * Both times together are below the 10 s of SAFE-23. clamd replies to PING within milliseconds, from a thread that
 * never scans.
 */
export const PING_TIMES: PingTimes = { everyMs: 2000, answerMs: 4000, pauseMs: 1000 };

/** clamd is unreachable, closed the connection, or does not reply. The message is for the log. */
export class ClamdUnavailable extends Error {
  override readonly name = 'ClamdUnavailable';
}

/**
 * Distinguishes a silent clamd from a busy one: while work waits for clamd, PING is sent on another connection every
 * few seconds. A scan can take minutes, so its own silence proves nothing.
 */
export class PingCheck {
  readonly #ping: () => Promise<void>;
  readonly #times: PingTimes;
  readonly #waiting = new Set<AbortController>();
  #timer: NodeJS.Timeout | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param ping rejects when clamd does not reply in time */
  constructor(ping: () => Promise<void>, times: PingTimes) {
    this.#ping = ping;
    this.#times = times;
  }

  /** @throws ClamdUnavailable when clamd does not reply in time */
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
   * Runs work that waits for clamd.
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
    return setTimeout(() => void this.#check(), this.#times.everyMs).unref();
  }

  async #check(): Promise<void> {
    const timer = this.#timer;
    try {
      await this.ping();
    } catch (error) {
      for (const waiting of this.#waiting) waiting.abort(error);
    }
    // The work may have ended during the PING and cleared the timer, and new work may have started another timer.
    if (this.#timer === timer && this.#waiting.size > 0) this.#timer = this.#schedule();
  }
}
