import type { QueryClient } from '@tanstack/react-query';
import { REMEMBERED_MS } from '@vault/contract';
import { availability, getToken, keys, onTokenChange, refetchQuietly } from '../api/index.ts';
import { treeQuery } from '../tree/index.ts';
import { watchPageVisibility } from './page-visibility.ts';
import { isConcerned } from './concerns.ts';
import { type KeptOpen, keepOpen } from './keep-open.ts';
import { readEvents } from './read-events.ts';
import { createRefresher } from './refresher.ts';

/** A page that nobody looks at keeps its stream so long: a browser has only a few connections for all its pages. */
const HIDDEN_MS = 10_000;
/** Time for the way of the request: the server counts from when it comes. */
const WAY_MS = 2_000;

/**
 * Keeps what is shown of a record true while others change it (C56).
 * @returns a function that ends it
 */
export function watchRecord(queryClient: QueryClient, recordId: string): () => void {
  /** when all that is shown was last asked for */
  let loadedAt = Date.now();
  let stream: KeptOpen | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;

  const visibility = watchPageVisibility(() => follow());
  const refresher = createRefresher({
    isHeld: () => visibility.isHidden() || visibility.isDragging(),
    refresh: (changes) => {
      if (changes.isEverything) loadedAt = Date.now();
      const tree = queryClient.getQueryData(treeQuery(recordId).queryKey);
      return refetchQuietly(queryClient, (key) => isConcerned(key, changes, { recordId, tree }));
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
          // What the server does not remember, or counted too late to tell it, is loaded.
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
  /** Goes along with who looks at the page. */
  const follow = () => {
    clearTimeout(closing);
    if (visibility.isHidden()) {
      closing = setTimeout(leave, HIDDEN_MS);
      return;
    }
    // Nobody told what changed meanwhile.
    if (stream === null) refresher.addAll();
    open();
    refresher.release();
  };

  // The network or the vault is back, or another token is here: no need to wait any longer.
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
  // It may have been opened where nobody sees it.
  follow();
  return () => {
    clearTimeout(closing);
    removeEventListener('online', retryNow);
    stopListening();
    stopFollowing();
    visibility.stop();
    refresher.stop();
    leave();
    // What is kept of it is not known to be true from now on.
    void queryClient.invalidateQueries({ queryKey: keys.record(recordId), refetchType: 'none' });
  };
}
