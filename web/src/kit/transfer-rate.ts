import { transferTexts } from './transfer-texts.ts';

/**
 * The rate is measured over the last seconds only, because an average of the whole transfer would follow a changing
 * network too slowly.
 */
const WINDOW_MS = 4_000;
/** The rate is unknown until the reports cover this time, because a rate over a shorter time changes too much. */
const ENOUGH_MS = 600;

export interface TransferRate {
  /** null until there are enough reports */
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/**
 * Measures a transfer rate from reports of the transferred bytes.
 * @returns a function from a report (bytes so far, total bytes, epoch milliseconds) to the current rate
 */
export function createMeter(): (doneBytes: number, totalBytes: number, now: number) => TransferRate {
  const samples: { at: number; bytes: number }[] = [];
  return (doneBytes, totalBytes, now) => {
    samples.push({ at: now, bytes: doneBytes });
    while (samples.length > 2 && now - (samples[1]?.at ?? now) >= WINDOW_MS) samples.shift();
    const first = samples[0];
    if (!first || now - first.at < ENOUGH_MS) return { bytesPerSecond: null, secondsLeft: null };
    const bytesPerSecond = ((doneBytes - first.bytes) * 1000) / (now - first.at);
    if (bytesPerSecond <= 0) return { bytesPerSecond: 0, secondsLeft: null };
    return { bytesPerSecond, secondsLeft: Math.max(0, totalBytes - doneBytes) / bytesPerSecond };
  };
}

/** Formats the time left, rounded: '4 s left', '12 min left', '2 h 5 min left'. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return transferTexts.secondsLeft(Math.max(1, Math.round(seconds)));
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return transferTexts.minutesLeft(minutes);
  return transferTexts.hoursLeft(Math.floor(minutes / 60), minutes % 60);
}
