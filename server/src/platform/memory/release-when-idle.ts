import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { memoryUsage } from 'node:process';
import { MIB } from '@vault/contract';
import { releaseMemory } from './release-memory.ts';

/** The length of the time in which the server must be idle, in milliseconds. */
const IDLE_MS = 3_000;
/** The server is idle when its event loop is active for less than this share of the time. */
const IDLE_SHARE = 0.02;
/** A release is worth its time when the memory of the process has grown by this much since the last one. */
const MIN_GROWTH_BYTES = 32 * MIB;

/** Finds the intervals after which memory is released: the server is idle, and its memory has grown. */
export class IdleCheck {
  #last: EventLoopUtilization;
  /** after the last release; 0 before the first one, because the start leaves much memory */
  #releasedBytes = 0;

  /** @param start the utilization of the event loop when the first interval begins */
  constructor(start: EventLoopUtilization) {
    this.#last = start;
  }

  /** Ends an interval. @param bytes the memory of the process */
  isTimeToRelease(now: EventLoopUtilization, bytes: number): boolean {
    const active = now.active - this.#last.active;
    const idle = now.idle - this.#last.idle;
    this.#last = now;
    return active < IDLE_SHARE * (active + idle) && bytes >= this.#releasedBytes + MIN_GROWTH_BYTES;
  }

  /** @param bytes the memory of the process after it */
  released(bytes: number): void {
    this.#releasedBytes = bytes;
  }
}

/**
 * Releases memory that V8 and the C library keep for reuse, each time the server is idle and its memory has grown
 * (SPEED-10, docs/decisions/built-server.md). It takes 0.1 to 0.2 s, in which the process answers nothing.
 */
export function releaseMemoryWhenIdle(): void {
  const check = new IdleCheck(performance.eventLoopUtilization());
  const release = async () => {
    if (!check.isTimeToRelease(performance.eventLoopUtilization(), memoryUsage.rss())) return;
    await releaseMemory();
    check.released(memoryUsage.rss());
  };
  setInterval(() => void release(), IDLE_MS).unref();
}
