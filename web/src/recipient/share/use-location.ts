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

/** Goes back when the page added the entry, so that the browser's Back does not open the preview again. */
function leaveView(location: ShareLocation): void {
  const state = history.state as { isInside?: boolean } | null;
  if (state?.isInside === true) history.back();
  else {
    history.replaceState(null, '', hashOf({ ...location, view: null }));
    notifyListeners();
  }
}

/** The location in the address; the browser's Back leaves folders and previews, as expected on phones. */
export function useShareLocation() {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const location = useMemo(() => locationOf(hash), [hash]);
  return {
    location,
    openFolder: (path: string) => go({ path, view: null }),
    openFile: (view: string) => go({ ...location, view }),
    /** shows another file; Back still returns to the list */
    changeFile: (view: string) => {
      history.replaceState(history.state, '', hashOf({ ...location, view }));
      notifyListeners();
    },
    closeFile: () => leaveView(location),
  };
}
