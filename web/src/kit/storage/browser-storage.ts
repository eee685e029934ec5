/** The calls of `Storage` that the vault uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps a storage of the browser so that no call throws: a storage can be blocked, full or absent. Refused values are
 * kept in memory until the page unloads.
 * @param open returns the storage; may throw
 */
export function guardedStorage(open: () => TextStorage): TextStorage {
  /** by key; null: removed */
  const refused = new Map<string, string | null>();
  const write = (key: string, text: string | null) => {
    try {
      if (text === null) open().removeItem(key);
      else open().setItem(key, text);
      refused.delete(key);
    } catch {
      refused.set(key, text);
    }
  };
  return {
    getItem: (key) => {
      const text = refused.get(key);
      if (text !== undefined) return text;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: write,
    removeItem: (key) => write(key, null),
  };
}

/** The storage of this browser, for settings of a person. */
// oxlint-disable-next-line eslint/no-restricted-globals -- the one guarded access
export const browserStorage = guardedStorage(() => localStorage);

/** The storage of this window, which ends with its tab. */
// oxlint-disable-next-line eslint/no-restricted-globals -- the one guarded access
export const windowStorage = guardedStorage(() => sessionStorage);
