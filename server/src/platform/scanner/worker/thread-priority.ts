import { constants, getPriority, setPriority } from 'node:os';

/** Two threads that both want a core share it about 3 to 1. */
const NICENESS = 5;

/**
 * Gives the calling thread a lower CPU priority than the other threads of its process, so that a list does not wait for
 * a scan (SPEED-11). Only on Linux, where a niceness belongs to a thread (setpriority(2)).
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW));
  } catch {
    // A container may forbid it. Scans are right at any priority.
  }
}
