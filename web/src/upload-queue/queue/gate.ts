/** Limits how much work runs at once; the rest waits in order. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a gate. Work frees its slot when it ends, also after a failure.
 * @param slots how much work may run at once
 */
export function createGate(slots: number): Gate {
  let free = slots;
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
