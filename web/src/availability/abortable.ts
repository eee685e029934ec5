import { withResolvers } from '../kit/with-resolvers.ts';

/** Waits for a promise; an abort ends the wait. @throws the signal's reason when it is aborted first */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Waits for this many milliseconds.
 * @throws the signal's reason when it is aborted first
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await abortable(promise, signal);
  } finally {
    clearTimeout(timer);
  }
}
