import type { LiveEvent } from '@vault/contract';
import { Changes } from './changes.ts';

export interface RefresherParts {
  /** Loads anew what the changes concern; never rejects. */
  refresh: (changes: Changes) => Promise<void>;
  /** whether nothing may change on the screen at the moment */
  isHeld: () => boolean;
}

/** What comes within this time is loaded together. */
const GATHER_MS = 150;
/** While others change something all the time, the screens follow this often. */
const BETWEEN_MS = 600;

/** Gathers what others change, and loads it anew: soon, together, and never while the last load still runs. */
export function createRefresher({ refresh, isHeld }: RefresherParts) {
  let waiting = new Changes();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRunning = false;
  let isStopped = false;
  let notBefore = 0;

  const run = async () => {
    timer = null;
    if (isHeld()) return;
    const changes = waiting;
    waiting = new Changes();
    isRunning = true;
    notBefore = Date.now() + BETWEEN_MS;
    await refresh(changes);
    isRunning = false;
    begin();
  };
  /** What waits is loaded as soon as it may be. */
  const begin = () => {
    if (timer !== null || isRunning || isStopped || waiting.isEmpty || isHeld()) return;
    timer = setTimeout(() => void run(), Math.max(GATHER_MS, notBefore - Date.now()));
  };
  return {
    add: (event: LiveEvent) => {
      waiting.add(event);
      begin();
    },
    addAll: () => {
      waiting.addAll();
      begin();
    },
    /** To be called when nothing holds it any more. */
    release: begin,
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
