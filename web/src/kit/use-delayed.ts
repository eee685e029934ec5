import { useEffect, useState } from 'react';

/** Returns true after the flag has been true for the delay, otherwise false. With it, quick work shows no spinner. */
export function useDelayed(flag: boolean, delayMs: number): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!flag) return undefined;
    const timer = setTimeout(() => setHeld(true), delayMs);
    return () => {
      clearTimeout(timer);
      setHeld(false);
    };
  }, [flag, delayMs]);
  return flag && held;
}
