import { pause } from './abortable.ts';
import type { Availability } from './availability.ts';
import type { Outage } from './outage.ts';

export interface OutlastOptions {
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  /** The outage that an error stands for; null for every other failure, which is thrown at once. */
  outageOf: (error: unknown) => Outage | null;
  signal: AbortSignal;
  /** the work waits from now on */
  onWait?: (outage: Outage) => void;
  /**
   * So many attempts in a row that find the vault away are its error, although the vault answers other calls in between;
   * without an end when absent.
   */
  mostFailures?: number;
  /** how long it may wait in all before it gives up, in ms; without an end when absent */
  limitMs?: number;
  /** how far the work is, in any unit: when it got further, earlier failures no longer count */
  progress?: () => number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/**
 * So many lost connections in a row are taken for an outage of the connection when the vault answers other calls in
 * between. A server that refuses a body may close the connection before its reply is read.
 */
const MOST_LOST = 8;

/** How long to wait before the next attempt, in ms. */
const pauseAfter = (failures: number, random = Math.random()): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (0.75 + random / 2);

/**
 * Does work that outages of the vault may interrupt (SAFE-06): after one it waits until the vault is available, and does the
 * work again. Only for work that can be repeated without harm.
 * @throws the work's error when it is no outage, or lasts beyond the limits; the signal's reason
 */
export async function outlast<T>(work: () => Promise<T>, options: OutlastOptions): Promise<T> {
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

interface Wait extends Pick<OutlastOptions, 'availability' | 'signal'> {
  failures: number;
  /** epoch milliseconds */
  endsAt: number;
}

/** @returns false when the time is over */
async function waited({ failures, endsAt, availability, signal }: Wait): Promise<boolean> {
  const leftMs = endsAt - Date.now();
  if (leftMs <= 0) return false;
  const limit = new AbortController();
  const timer = Number.isFinite(leftMs) ? setTimeout(() => limit.abort(), leftMs) : undefined;
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    await pause(pauseAfter(failures), either);
    await availability.untilAvailable(either);
    return true;
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted) return false;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
