import { setTimeout as sleep } from 'node:timers/promises';

/** The longest wait before a repetition, whatever Retry-After says. */
const MAX_PAUSE_MS = 5_000;
/**
 * The wait after a lost connection. A killed process closes its connections one after the other: a call that is
 * repeated at once can reach the same process, and is lost again.
 */
const LOST_CONNECTION_PAUSE_MS = 1_000;

/**
 * Waits as a client does before it repeats a call.
 * @param first the reply to the first attempt, 503; null when its connection was lost
 */
export async function pauseBeforeRepetition(first: Response | null): Promise<void> {
  await sleep(first === null ? LOST_CONNECTION_PAUSE_MS : retryAfterMs(first));
}

function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Math.min(seconds * 1_000, MAX_PAUSE_MS);
}
