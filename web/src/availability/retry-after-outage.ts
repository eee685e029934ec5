import { anySignal } from '../kit/any-signal.ts';
import { pause } from './abortable.ts';
import type { Availability } from './availability.ts';
import type { Outage } from './outage.ts';

export interface RetryAfterOutageOptions {
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  /** Returns the outage of an error; null for all other failures, which are thrown immediately. */
  outageOf: (error: unknown) => Outage | null;
  signal: AbortSignal;
  /** called when the work starts to wait */
  onWait?: (outage: Outage) => void;
  /**
   * After this many consecutive attempts that fail in an outage, the error is thrown, even if the vault answers other
   * calls in between. No limit when absent.
   */
  mostFailures?: number;
  /** total time that it may wait, in ms; no limit when absent */
  limitMs?: number;
  /** returns the progress of the work, in any unit; after an increase, earlier failures no longer count */
  progress?: () => number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/**
 * Maximum number of consecutive lost connections while the vault answers other calls. A server that refuses a body may
 * close the connection before its reply is read.
 */
const MOST_LOST = 8;

/** Returns the pause before the next attempt, in ms. */
const pauseAfter = (failures: number, random = Math.random()): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (0.75 + random / 2);

/**
 * Runs work that outages of the vault may interrupt (SAFE-06): it waits until the vault is available and runs the work
 * again. Use it only for work that can be repeated safely.
 * @throws the work's error when it is not an outage or a limit is reached; the signal's reason when aborted
 */
export async function retryAfterOutage<T>(
  work: () => Promise<T>,
  options: RetryAfterOutageOptions,
): Promise<T> {
  const { availability, outageOf, signal, onWait, progress } = options;
  const { limitMs = Number.POSITIVE_INFINITY, mostFailures = Number.POSITIVE_INFINITY } = options;
  let failures = 0;
  let since = Date.now();
  let reached = progress?.() ?? 0;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const outage = outageOf(error);
      if (outage === null) throw error;
      const now = progress?.() ?? 0;
      if (failures === 0 || now > reached) {
        failures = 0;
        since = Date.now();
      }
      reached = now;
      failures += 1;
      if (failures >= (outage === 'unreachable' ? Math.min(MOST_LOST, mostFailures) : mostFailures))
        throw error;
      availability.suspect();
      onWait?.(outage);
      if (!(await waited({ failures, endsAt: since + limitMs, availability, signal }))) throw error;
    }
  }
}

interface Wait extends Pick<RetryAfterOutageOptions, 'availability' | 'signal'> {
  failures: number;
  /** when the wait must end, in epoch milliseconds */
  endsAt: number;
}

/** Waits until the next attempt may start. @returns false when the time limit is reached */
async function waited({ failures, endsAt, availability, signal }: Wait): Promise<boolean> {
  const leftMs = endsAt - Date.now();
  if (leftMs <= 0) return false;
  const limit = new AbortController();
  const timer = Number.isFinite(leftMs) ? setTimeout(() => limit.abort(), leftMs) : undefined;
  const either = anySignal([signal, limit.signal]);
  try {
    await pause(pauseAfter(failures), either);
    await availability.untilAvailable(either);
    return true;
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted) return false;
    throw error;
  } finally {
    clearTimeout(timer);
    // `either` listens to both signals until one of them is aborted.
    limit.abort();
  }
}
