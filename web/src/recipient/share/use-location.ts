import { useMemo, useSyncExternalStore } from 'react';
import { hashOf, locationOf, type ShareLocation } from './location.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

function go(location: ShareLocation): void {
  history.pushState({ isInside: true }, '', hashOf(location));
  notifyListeners();
}

/**
 * Closes the preview. If the page added a history entry for it, the browser goes back, so that Back does not open the
 * preview again.
 */
function leaveView(location: ShareLocation): void {
  const state = history.state as { isInside?: boolean } | null;
  if (state?.isInside === true) history.back();
  else {
    history.replaceState(null, '', hashOf({ ...location, view: null }));
    notifyListeners();
  }
}

/**
 * Returns the location in the address, and functions that change it. The browser's Back leaves folders and previews, as
 * people with phones expect.
 */
export function useShareLocation() {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const location = useMemo(() => locationOf(hash), [hash]);
  return {
    location,
    openFolder: (path: string) => go({ path, view: null }),
    openFile: (view: string) => go({ ...location, view }),
    /** shows another file without a new history entry, so that Back returns to the list */
    changeFile: (view: string) => {
      history.replaceState(history.state, '', hashOf({ ...location, view }));
      notifyListeners();
    },
    closeFile: () => leaveView(location),
  };
}
