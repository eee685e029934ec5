/** A visit that has begun: the token of its calls, and until when it is good (epoch milliseconds). */
export interface Visit {
  visitorToken: string;
  until: number;
}

/** Where a visit outlives a reload of its page, so that nobody is asked again and no second view is counted. */
export interface VisitStore {
  /** the visit of a link, null when there is none that is still good */
  read: (link: string) => Visit | null;
  write: (link: string, visit: Visit | null) => void;
}

const keyOf = (link: string) => `vault.visit.${link}`;

/**
 * Keeps visits in a storage of the browser, for as long as its tab.
 * @param now epoch milliseconds
 */
export const visitsIn = (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, now: () => number) =>
  ({
    read: (link) => {
      try {
        const visit = JSON.parse(storage.getItem(keyOf(link)) ?? 'null') as Partial<Visit> | null;
        if (typeof visit?.visitorToken !== 'string' || typeof visit.until !== 'number') return null;
        return visit.until > now() ? { visitorToken: visit.visitorToken, until: visit.until } : null;
      } catch {
        return null;
      }
    },
    write: (link, visit) => {
      try {
        if (visit === null) storage.removeItem(keyOf(link));
        else storage.setItem(keyOf(link), JSON.stringify(visit));
      } catch {
        // A browser that keeps nothing only asks again after a reload.
      }
    },
  }) satisfies VisitStore;
