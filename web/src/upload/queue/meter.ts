/** Judged by the last seconds only: a rate over the whole upload would lag behind a changing network. */
const WINDOW_MS = 4_000;
/** Below this much time the figure would jump about. */
const ENOUGH_MS = 600;

export interface Rate {
  /** null until there is enough to judge by */
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/**
 * Measures how fast bytes leave, from reports of how many have left.
 * @returns a function from a report (bytes so far, bytes in all, epoch milliseconds) to the present rate
 */
export function createMeter(): (sentBytes: number, totalBytes: number, now: number) => Rate {
  const samples: { at: number; bytes: number }[] = [];
  return (sentBytes, totalBytes, now) => {
    samples.push({ at: now, bytes: sentBytes });
    while (samples.length > 2 && now - (samples[1]?.at ?? now) >= WINDOW_MS) samples.shift();
    const first = samples[0];
    if (!first || now - first.at < ENOUGH_MS) return { bytesPerSecond: null, secondsLeft: null };
    const bytesPerSecond = ((sentBytes - first.bytes) * 1000) / (now - first.at);
    if (bytesPerSecond <= 0) return { bytesPerSecond: 0, secondsLeft: null };
    return { bytesPerSecond, secondsLeft: Math.max(0, totalBytes - sentBytes) / bytesPerSecond };
  };
}
