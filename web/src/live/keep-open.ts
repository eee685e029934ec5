import type { EventListener } from './read-events.ts';

type Read = (listener: EventListener, signal: AbortSignal) => Promise<void>;

const FIRST_PAUSE_MS = 1_000;
/** The longest pause between two attempts, without its random part, in milliseconds. */
const LONGEST_PAUSE_MS = 120_000;

/**
 * Returns the pause before the next attempt, in ms. It doubles after each failure and has a random part, so that many
 * pages do not retry at the same time.
 */
export function pauseAfter(failures: number, random = Math.random()): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + random);
}

/** A stream that is kept open. */
export interface KeptOpen {
  /** Starts the next attempt now if the stream waits for it, because the cause of the failure may be gone. */
  retryNow: () => void;
  /** Closes the stream. */
  stop: () => void;
}

/**
 * Keeps a stream open: opens it again whenever it ends or fails. Failures are not reported, because the screens work
 * without it.
 */
export function keepOpen(read: Read, listener: EventListener): KeptOpen {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const tryOnce = async () => {
    timer = undefined;
    let wasOpen = false;
    const onOpen = () => {
      wasOpen = true;
      listener.onOpen();
    };
    await read({ ...listener, onOpen }, signal).catch(() => undefined);
    if (signal.aborted) return;
    failures = wasOpen ? 0 : failures + 1;
    timer = setTimeout(() => void tryOnce(), pauseAfter(failures));
  };
  void tryOnce();
  return {
    retryNow: () => {
      if (timer === undefined || signal.aborted) return;
      clearTimeout(timer);
      failures = 0;
      void tryOnce();
    },
    stop: () => {
      ending.abort();
      clearTimeout(timer);
    },
  };
}
