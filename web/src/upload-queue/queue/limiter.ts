/** Limits how much work runs at once; the rest waits in order. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a limiter. Work frees its slot when it ends, also after a failure.
 * @param maxRunning how much work may run at once
 */
export function createLimiter(maxRunning: number): Limiter {
  let free = maxRunning;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    }
    try {
      return await work();
    } finally {
      // The next waiting work takes the slot directly.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
