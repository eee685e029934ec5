/** The calls of `Storage` that the vault uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps a storage of the browser so that no call throws: a storage can be blocked, full or absent. Refused values are
 * kept in memory until the page unloads.
 * @param open returns the storage; may throw
 */
export function guardedStorage(open: () => TextStorage): TextStorage {
  /** the refused values by key; null means that the value was removed */
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

/** The local storage of this browser, for settings. */
// oxlint-disable-next-line eslint/no-restricted-globals -- the one guarded access
export const browserStorage = guardedStorage(() => localStorage);

/** The session storage, whose values are deleted when the tab is closed. */
// oxlint-disable-next-line eslint/no-restricted-globals -- the one guarded access
export const windowStorage = guardedStorage(() => sessionStorage);
