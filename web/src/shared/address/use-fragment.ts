import { useLocationProperty } from 'wouter/use-browser-location';

/** Returns the fragment of the address in the browser's address bar, without '#'; '' when there is none. */
export const useFragment = (): string => useLocationProperty(() => location.hash.slice(1));
