import { useSyncExternalStore } from 'react';

/**
 * In windows narrower than 760 px, lists have the form for phones (USE-46); in wider windows the minimum width of the
 * page applies (SHELL-07).
 */
const phone = () => matchMedia('(max-width: 759px)');

function subscribe(listener: () => void): () => void {
  const query = phone();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Returns whether the window is so narrow that lists have the form for phones. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone().matches);
}
