import { useEffect, useState } from 'react';
import type { VaultState } from './availability.ts';

/** How long the text about the end of an outage stays for screen readers, in milliseconds. */
const END_TOLD_MS = 5_000;

/** Returns true for END_TOLD_MS after an outage. */
export function useOutageEnd(state: VaultState): boolean {
  const [last, setLast] = useState(state);
  const [isOver, setIsOver] = useState(false);
  if (state !== last) {
    setLast(state);
    setIsOver(state === 'available');
  }
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => setIsOver(false), END_TOLD_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return isOver;
}
