// Loaded into the server by start.mjs: when the starter is gone, however it ended, the server ends cleanly too.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.connected) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
