import type { TextStorage } from '../../kit/storage/browser-storage.ts';

/** A started visit: the token for its calls, and its expiry (epoch milliseconds). */
export interface Visit {
  visitorToken: string;
  until: number;
}

export interface EarlierVisits {
  /** of this device: what it submitted (USE-15) */
  continues?: string;
  /** of this tab: its office windows (USE-03) */
  formerToken?: string;
}

/** Stores visits across reloads of the page, so that no password is needed again and no second view is counted. */
export interface VisitStore {
  /** the visit of a link; null without a valid one */
  read: (link: string) => Visit | null;
  /** @param visit null when the visit has ended; `earlier` still names it */
  write: (link: string, visit: Visit | null) => void;
  /** by what the next visit continues those before it (C44) */
  earlier: (link: string) => EarlierVisits;
  keepContinuation: (link: string, continuation: string) => void;
}

const keyOf = (link: string) => `vault.visit.${link}`;
const continuationKeyOf = (link: string) => `vault.continuation.${link}`;

interface Storages {
  /** lasts as long as the tab */
  tab: TextStorage;
  /** lasts as long as the browser stores it */
  device: TextStorage;
}

function storedVisit(tab: TextStorage, link: string): Visit | null {
  try {
    const visit = JSON.parse(tab.getItem(keyOf(link)) ?? 'null') as Partial<Visit> | null;
    if (typeof visit?.visitorToken !== 'string' || typeof visit.until !== 'number') return null;
    return { visitorToken: visit.visitorToken, until: visit.until };
  } catch {
    return null;
  }
}

/**
 * Stores visits in storages of the browser.
 * @param now epoch milliseconds
 */
export const visitsIn = ({ tab, device }: Storages, now: () => number) =>
  ({
    read: (link) => {
      const visit = storedVisit(tab, link);
      return visit !== null && visit.until > now() ? visit : null;
    },
    write: (link, visit) => {
      const ended = storedVisit(tab, link);
      const kept = visit ?? (ended && { ...ended, until: 0 });
      if (kept !== null) tab.setItem(keyOf(link), JSON.stringify(kept));
    },
    earlier: (link) => {
      const continues = device.getItem(continuationKeyOf(link));
      const ended = storedVisit(tab, link);
      return {
        ...(continues !== null && { continues }),
        ...(ended !== null && { formerToken: ended.visitorToken }),
      };
    },
    keepContinuation: (link, continuation) => device.setItem(continuationKeyOf(link), continuation),
  }) satisfies VisitStore;
