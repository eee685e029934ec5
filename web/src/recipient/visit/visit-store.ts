import type { TextStorage } from '../../kit/storage/browser-storage.ts';

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
  /** by what the next visit of this device continues the last one (USE-15); null when there was none */
  continuation: (link: string) => string | null;
  keepContinuation: (link: string, continuation: string) => void;
}

const keyOf = (link: string) => `vault.visit.${link}`;
const continuationKeyOf = (link: string) => `vault.continuation.${link}`;

interface Storages {
  /** as long as the tab */
  tab: TextStorage;
  /** as long as the browser stores it */
  device: TextStorage;
}

/**
 * Keeps visits in storages of the browser.
 * @param now epoch milliseconds
 */
export const visitsIn = ({ tab, device }: Storages, now: () => number) =>
  ({
    read: (link) => {
      try {
        const visit = JSON.parse(tab.getItem(keyOf(link)) ?? 'null') as Partial<Visit> | null;
        if (typeof visit?.visitorToken !== 'string' || typeof visit.until !== 'number') return null;
        return visit.until > now() ? { visitorToken: visit.visitorToken, until: visit.until } : null;
      } catch {
        return null;
      }
    },
    write: (link, visit) => {
      if (visit === null) tab.removeItem(keyOf(link));
      else tab.setItem(keyOf(link), JSON.stringify(visit));
    },
    continuation: (link) => device.getItem(continuationKeyOf(link)),
    keepContinuation: (link, continuation) => device.setItem(continuationKeyOf(link), continuation),
  }) satisfies VisitStore;
