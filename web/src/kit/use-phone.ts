import { useSyncExternalStore } from 'react';

/**
 * Below 760 px lists take the form for phones (USE-46); from that width on the page has its minimum width (SHELL-07).
 */
const phone = () => matchMedia('(max-width: 759px)');

function subscribe(listener: () => void): () => void {
  const query = phone();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** @returns whether the window is as narrow as a phone's */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone().matches);
}
