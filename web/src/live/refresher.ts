import type { LiveEvent } from '@vault/contract';
import { Changes } from './changes.ts';
import { pauseAfter } from './keep-open.ts';

export interface RefresherParts {
  /** Loads anew what the changes concern; never rejects. @returns false when it should be tried again */
  refresh: (changes: Changes) => Promise<boolean>;
  /** whether nothing may change on the screen at the moment */
  isHeld: () => boolean;
}

/** What comes within this time is loaded together. */
const GATHER_MS = 150;
/** While others change something all the time, the screens follow this often. */
const BETWEEN_MS = 600;

/**
 * Gathers what others change, and loads it anew: soon, together, and never while the last load still runs. What fails
 * is tried again, after longer and longer pauses.
 */
export function createRefresher({ refresh, isHeld }: RefresherParts) {
  let waiting = new Changes();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRunning = false;
  let isStopped = false;
  let notBefore = 0;
  let failures = 0;

  const run = async () => {
    timer = null;
    if (isHeld()) return;
    const changes = waiting;
    waiting = new Changes();
    isRunning = true;
    notBefore = Date.now() + BETWEEN_MS;
    const came = await refresh(changes);
    isRunning = false;
    failures = came ? 0 : failures + 1;
    if (!came) {
      waiting.addThose(changes);
      notBefore = Date.now() + pauseAfter(failures);
    }
    begin();
  };
  /** What waits is loaded as soon as it may be. */
  const begin = () => {
    if (timer !== null || isRunning || isStopped || waiting.isEmpty || isHeld()) return;
    timer = setTimeout(() => void run(), Math.max(GATHER_MS, notBefore - Date.now()));
  };
  /** What failed need not wait any longer: what stood in the way may be gone. */
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
      // The server is heard again.
      retryNow();
      begin();
    },
    addAll: () => {
      waiting.addAll();
      begin();
    },
    retryNow,
    /** To be called when nothing holds it any more. */
    release: begin,
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
