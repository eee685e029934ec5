import type { QueryClient } from '@tanstack/react-query';
import { REMEMBERED_MS } from '@vault/contract';
import { availability, getToken, keys, onTokenChange, refetchInBackground } from '../api/index.ts';
import { treeQuery } from '../tree/index.ts';
import { watchPageVisibility } from './page-visibility.ts';
import { isStale } from './stale-queries.ts';
import { type KeptOpen, keepOpen } from './keep-open.ts';
import { readEvents } from './read-events.ts';
import { createRefresher } from './refresher.ts';

/** A hidden page closes its stream after this time, because a browser has only a few connections for all its pages. */
const HIDDEN_MS = 10_000;
/**
 * Extra time for the duration of the request, because the server counts the missed time from the arrival of the
 * request.
 */
const WAY_MS = 2_000;

/**
 * Keeps the shown data of a record up to date while other users change it (C56).
 * @returns a function that stops the watch
 */
export function watchRecord(queryClient: QueryClient, recordId: string): () => void {
  /** all changes until this time are loaded, or wait to be loaded */
  let knownUntil = Date.now();
  let stream: KeptOpen | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;

  const visibility = watchPageVisibility(() => follow());
  const refresher = createRefresher({
    isPaused: () => visibility.isHidden() || visibility.isDragging(),
    refresh: (changes) => {
      if (changes.isEverything) knownUntil = Date.now();
      const tree = queryClient.getQueryData(treeQuery(recordId).queryKey);
      return refetchInBackground(queryClient, (key) => isStale(key, changes, { recordId, tree }));
    },
  });
  const open = () => {
    let missedMs = 0;
    stream ??= keepOpen(
      (listener, signal) => {
        missedMs = Math.min(Date.now() - knownUntil + WAY_MS, REMEMBERED_MS);
        return readEvents({ recordId, missedMs }, listener, signal);
      },
      {
        onOpen: () => {
          refresher.retryNow();
          // The stream does not send all changes since then, so everything is loaded again.
          if (Date.now() - knownUntil > missedMs) refresher.addAll();
        },
        onEvent: refresher.add,
        // A restart of one of several servers does not make all pages load everything at the same time.
        onEnd: () => {
          knownUntil = Date.now();
        },
      },
    );
  };
  const leave = () => {
    stream?.stop();
    stream = null;
  };
  /** Opens the stream when the page is visible, and closes it some time after the page is hidden. */
  const follow = () => {
    clearTimeout(closing);
    if (visibility.isHidden()) {
      closing = setTimeout(leave, HIDDEN_MS);
      return;
    }
    // Without a stream changes were missed, so everything is loaded again.
    if (stream === null) refresher.addAll();
    open();
    refresher.release();
  };

  // Runs when the network or the vault is back, and when there is a new token: the retries need not wait longer.
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
  // Also at the start, because the page may have been opened in the background.
  follow();
  return () => {
    clearTimeout(closing);
    removeEventListener('online', retryNow);
    stopListening();
    stopFollowing();
    visibility.stop();
    refresher.stop();
    leave();
    // Without the stream, cached data of the record may get out of date, so it is marked as stale.
    void queryClient.invalidateQueries({ queryKey: keys.record(recordId), refetchType: 'none' });
  };
}
