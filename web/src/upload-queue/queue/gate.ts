/** Limits how much work runs at once; the rest waits in order. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a gate. Work frees its place when it ends, also after a failure.
 * @param places how much work may run at once
 */
export function createGate(places: number): Gate {
  let free = places;
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
      // The next waiting work takes the place directly.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
