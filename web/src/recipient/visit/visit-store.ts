import type { TextStorage } from '../../kit/storage/browser-storage.ts';

/** A started visit: the token for its calls, and its expiry (epoch milliseconds). */
export interface Visit {
  visitorToken: string;
  until: number;
}

export interface EarlierVisits {
  /** the continuation that this device stores; the next visit then lists what was submitted before (USE-15) */
  continues?: string;
  /** the token of the previous visit in this tab; the next visit then continues its office windows (USE-03) */
  formerToken?: string;
}

/** Stores visits across reloads of the page, so that no password is needed again and no second view is counted. */
export interface VisitStore {
  /** returns the stored visit of a link; null when there is no valid visit */
  read: (link: string) => Visit | null;
  /** stores a visit; null means that it has ended, but `earlier` still names it */
  write: (link: string, visit: Visit | null) => void;
  /** returns the credentials by which the next visit continues earlier visits (C44) */
  earlier: (link: string) => EarlierVisits;
  keepContinuation: (link: string, continuation: string) => void;
}

const keyOf = (link: string) => `vault.visit.${link}`;
const continuationKeyOf = (link: string) => `vault.continuation.${link}`;

interface Storages {
  /** values are deleted when the tab closes */
  tab: TextStorage;
  /** values stay in this browser */
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

/** Creates a visit store in storages of the browser. @param now returns the current time in epoch milliseconds */
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
