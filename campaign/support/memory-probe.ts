// Loaded into the server by --import: collects garbage and reports the memory of the process when its parent asks.
// Needs --expose-gc. The channel to the parent does not keep the process alive.
import { setImmediate } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { residentBytes } from './mappings.ts';

if (isMainThread && process.connected) {
  process.on('message', (request) => {
    if (request === 'memory') void report();
  });
  process.channel?.unref();
}

/** Collects twice, because what a first collection finalizes, such as a buffer, is freed by the next one. */
async function report(): Promise<void> {
  globalThis.gc?.();
  await setImmediate();
  globalThis.gc?.();
  process.send?.({ memory: { ...process.memoryUsage(), resident: residentBytes() } });
}
