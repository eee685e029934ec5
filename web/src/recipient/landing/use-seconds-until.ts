import { useEffect, useState } from 'react';
import { unlockTexts } from '../texts.ts';

const SECOND_MS = 1000;

/**
 * Counts down to a time.
 * @param moment epoch milliseconds; null for none
 * @returns the remaining whole seconds; 0 after the time
 */
export function useSecondsUntil(moment: number | null): number {
  const [now, setNow] = useState(Date.now);
  const left = moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / SECOND_MS));
  useEffect(() => {
    if (moment === null) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}

/** Returns a label with the waiting time: 'Open (40 s)', 'Open (12 min)'; only the label when there is no wait. */
export function labelWithWait(label: string, seconds: number): string {
  if (seconds === 0) return label;
  return seconds <= 60
    ? unlockTexts.waitSeconds(label, seconds)
    : unlockTexts.waitMinutes(label, Math.ceil(seconds / 60));
}
