// Loaded into the server by --import: collects garbage and reports the memory of the process when its parent asks.
// Needs --expose-gc. The channel to the parent does not keep the process alive.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.connected) {
  process.on('message', (request) => {
    if (request !== 'memory') return;
    globalThis.gc?.();
    process.send?.({ memory: process.memoryUsage() });
  });
  process.channel?.unref();
}
