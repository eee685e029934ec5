import type { QueryClient } from '@tanstack/react-query';
import { REMEMBERED_MS } from '@vault/contract';
import { availability, getToken, keys, onTokenChange, refetchInBackground } from '../api/index.ts';
import { treeQuery } from '../tree/index.ts';
import { watchPageVisibility } from './page-visibility.ts';
import { isStale } from './stale-queries.ts';
import { type KeptOpen, keepOpen } from './keep-open.ts';
import { readEvents } from './read-events.ts';
import { createRefresher } from './refresher.ts';

/** Time after which a hidden page closes its stream: a browser has only a few connections for all its pages. */
const HIDDEN_MS = 10_000;
/** Allowance for the duration of the request: the server counts from its arrival. */
const WAY_MS = 2_000;

/**
 * Keeps the shown data of a record current while other users change it (C56).
 * @returns a function that stops it
 */
export function watchRecord(queryClient: QueryClient, recordId: string): () => void {
  /** when all shown data was last loaded */
  let loadedAt = Date.now();
  let stream: KeptOpen | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;

  const visibility = watchPageVisibility(() => follow());
  const refresher = createRefresher({
    isPaused: () => visibility.isHidden() || visibility.isDragging(),
    refresh: (changes) => {
      if (changes.isEverything) loadedAt = Date.now();
      const tree = queryClient.getQueryData(treeQuery(recordId).queryKey);
      return refetchInBackground(queryClient, (key) => isStale(key, changes, { recordId, tree }));
    },
  });
  const open = () => {
    let missedMs = 0;
    stream ??= keepOpen(
      (listener, signal) => {
        missedMs = Math.min(Date.now() - loadedAt + WAY_MS, REMEMBERED_MS);
        return readEvents({ recordId, missedMs }, listener, signal);
      },
      {
        onOpen: () => {
          refresher.retryNow();
          // Changes that the server no longer remembers, or that are outside the requested time, are loaded.
          if (Date.now() - loadedAt > missedMs) refresher.addAll();
        },
        onEvent: refresher.add,
      },
    );
  };
  const leave = () => {
    stream?.stop();
    stream = null;
  };
  /** Opens or closes the stream by the visibility of the page. */
  const follow = () => {
    clearTimeout(closing);
    if (visibility.isHidden()) {
      closing = setTimeout(leave, HIDDEN_MS);
      return;
    }
    // Changes during the time without a stream are unknown.
    if (stream === null) refresher.addAll();
    open();
    refresher.release();
  };

  // The network or the vault is back, or there is a new token: no need to wait longer.
  const retryNow = () => {
    if (getToken() === null) return;
    stream?.retryNow();
    refresher.retryNow();
  };
  addEventListener('online', retryNow);
  const stopListening = onTokenChange(retryNow);
  const stopFollowing = availability.subscribe(() => {
    if (availability.get() === 'available') retryNow();
  });

  open();
  // The page may have been opened in the background.
  follow();
  return () => {
    clearTimeout(closing);
    removeEventListener('online', retryNow);
    stopListening();
    stopFollowing();
    visibility.stop();
    refresher.stop();
    leave();
    // Cached data of the record may be out of date from now on.
    void queryClient.invalidateQueries({ queryKey: keys.record(recordId), refetchType: 'none' });
  };
}
