import { useMemo, useSyncExternalStore } from 'react';
import { hashOf, placeOf, type Place } from './place.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

const tell = () => {
  for (const listener of listeners) listener();
};

function go(place: Place): void {
  history.pushState({ isInside: true }, '', hashOf(place));
  tell();
}

/** Goes back when the page was here before, so that the browser's own Back does not open it again. */
function leaveView(place: Place): void {
  const state = history.state as { isInside?: boolean } | null;
  if (state?.isInside === true) history.back();
  else {
    history.replaceState(null, '', hashOf({ ...place, view: null }));
    tell();
  }
}

/** The place in the address; the browser's Back leads out of folders and previews, as people expect on phones. */
export function usePlace() {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const place = useMemo(() => placeOf(hash), [hash]);
  return {
    place,
    openFolder: (path: string) => go({ path, view: null }),
    openFile: (view: string) => go({ ...place, view }),
    /** to the next file: Back still leads to the list */
    changeFile: (view: string) => {
      history.replaceState(history.state, '', hashOf({ ...place, view }));
      tell();
    },
    closeFile: () => leaveView(place),
  };
}
