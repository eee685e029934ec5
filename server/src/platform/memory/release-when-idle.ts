import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { releaseMemory } from './release-memory.ts';

/** The length of the time in which the server must be idle, in milliseconds. */
const IDLE_MS = 3_000;
/** The server is idle when its event loop is active for less than this share of the time. */
const IDLE_SHARE = 0.02;
/** Less work than this leaves little memory to release, in milliseconds of an active event loop. */
const MIN_WORK_MS = 5_000;

/** Finds the intervals in which a server is idle after work. */
export class IdleCheck {
  #last: EventLoopUtilization;
  /** The start of the server is enough work. */
  #workMs = MIN_WORK_MS;

  /** @param start the utilization of the event loop when the first interval begins */
  constructor(start: EventLoopUtilization) {
    this.#last = start;
  }

  /**
   * Ends an interval.
   * @returns true for the first idle interval after at least MIN_WORK_MS of work
   */
  becameIdle(now: EventLoopUtilization): boolean {
    const active = now.active - this.#last.active;
    const idle = now.idle - this.#last.idle;
    this.#last = now;
    this.#workMs += active;
    if (active >= IDLE_SHARE * (active + idle) || this.#workMs < MIN_WORK_MS) return false;
    this.#workMs = 0;
    return true;
  }
}

/**
 * Releases memory that V8 and the C library keep for reuse, each time the server becomes idle after work (SPEED-10,
 * docs/decisions/built-server.md). It takes 0.1 to 0.2 s, in which the process answers nothing.
 */
export function releaseMemoryWhenIdle(): void {
  const check = new IdleCheck(performance.eventLoopUtilization());
  setInterval(() => {
    if (check.becameIdle(performance.eventLoopUtilization())) void releaseMemory();
  }, IDLE_MS).unref();
}
