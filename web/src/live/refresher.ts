import type { LiveEvent } from '@vault/contract';
import { Changes } from './changes.ts';
import { pauseAfter } from './keep-open.ts';

export interface RefresherDeps {
  /**
   * Reloads the data that the changes affect; never rejects.
   * @returns false when the load failed and must be repeated
   */
  refresh: (changes: Changes) => Promise<boolean>;
  /** returns true while the screen must not change */
  isPaused: () => boolean;
}

/** The changes of events within this time, in milliseconds, are loaded together. */
const COALESCE_MS = 150;
/** The minimum time between two loads during continuous changes, in milliseconds. */
const BETWEEN_MS = 600;

/**
 * Collects changes by other users and reloads the data soon. Changes that arrive together are loaded together, and
 * never while another load runs. Failed loads are repeated after growing pauses.
 */
export function createRefresher({ refresh, isPaused }: RefresherDeps) {
  let waiting = new Changes();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRunning = false;
  let isStopped = false;
  let notBefore = 0;
  let failures = 0;

  const run = async () => {
    timer = null;
    if (isPaused()) return;
    const changes = waiting;
    waiting = new Changes();
    isRunning = true;
    notBefore = Date.now() + BETWEEN_MS;
    const isUpToDate = await refresh(changes);
    isRunning = false;
    failures = isUpToDate ? 0 : failures + 1;
    if (!isUpToDate) {
      waiting.merge(changes);
      notBefore = Date.now() + pauseAfter(failures);
    }
    begin();
  };
  /** Loads the waiting changes as soon as allowed. */
  const begin = () => {
    if (timer !== null || isRunning || isStopped || waiting.isEmpty || isPaused()) return;
    timer = setTimeout(() => void run(), Math.max(COALESCE_MS, notBefore - Date.now()));
  };
  /** Repeats a failed load immediately, because its cause may be gone. */
  const retryNow = () => {
    if (failures === 0 || isRunning) return;
    failures = 0;
    notBefore = 0;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    begin();
  };
  return {
    add: (event: LiveEvent) => {
      waiting.add(event);
      // An event shows that the server is reachable again.
      retryNow();
      begin();
    },
    addAll: () => {
      waiting.addAll();
      begin();
    },
    retryNow,
    /** Must be called when the screen may change again. */
    release: begin,
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
