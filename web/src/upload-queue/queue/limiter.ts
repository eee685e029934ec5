import { withResolvers } from '../../kit/with-resolvers.ts';

/** Limits how many pieces of work run at the same time; the others wait in order. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a limiter. Work frees its slot when it ends, also after a failure.
 * @param maxRunning how many pieces of work may run at the same time
 */
export function createLimiter(maxRunning: number): Limiter {
  let free = maxRunning;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      const { promise, resolve } = withResolvers<void>();
      waiting.push(resolve);
      await promise;
    }
    try {
      return await work();
    } finally {
      // The slot is passed directly to the next waiting work.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
