// Loaded into the server by --import: collects garbage and reports the memory of the process when its parent asks.
// Needs --expose-gc. The channel to the parent does not keep the process alive.
import { setImmediate } from 'node:timers/promises';
import { isMainThread, type Worker } from 'node:worker_threads';
import { residentBytes } from './mappings.ts';

/** The running threads of the process; V8 counts the memory of each apart. */
const threads = new Set<Worker>();

if (isMainThread && process.connected) {
  process.on('worker', (worker) => {
    threads.add(worker);
    worker.once('exit', () => threads.delete(worker));
  });
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
  const memory = { ...process.memoryUsage(), threadHeaps: await threadHeaps(), resident: residentBytes() };
  process.send?.({ memory });
}

/** The bytes that V8 has from the system for the objects of all threads but the main one. */
async function threadHeaps(): Promise<number> {
  const sizes = [...threads].map(async (thread) => (await thread.getHeapStatistics()).total_physical_size);
  // A thread that ends now does not answer.
  const known = await Promise.allSettled(sizes);
  return known.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
}
