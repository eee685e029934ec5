/** A value that a screen subscribes to, for `useSyncExternalStore`. */
export interface Observed<T> {
  get: () => T;
  set: (next: T) => void;
  /** Called after each change. @returns an unsubscribe function */
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
