/** Lets work through, some at a time, the rest in its order. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Builds a gate. Whatever the work comes to, its place is free afterwards.
 * @param places how much work may be under way at once
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
      // The place goes straight to the next one, or is free.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
