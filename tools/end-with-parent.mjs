// Loaded into the server by start.mjs: when the parent process has ended for any reason, the server shuts down too.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.connected) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
