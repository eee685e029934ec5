/** A value that a screen follows, as `useSyncExternalStore` wants it. */
export interface Observed<T> {
  get: () => T;
  set: (next: T) => void;
  /** Told after each change. @returns the end of it */
  subscribe: (listener: () => void) => () => void;
}

export function createObserved<T>(first: T): Observed<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
