import type { Worker } from 'node:cluster';
import { startInactivityLimit } from '../running-limit.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';

/**
 * Asks a worker again and again whether its event loop runs, until the worker ends. A frozen or blocked worker keeps
 * the connections that it has accepted, such as those of a proxy, and their requests would wait for ever.
 * @param silenceMs time without an answer, in which the primary process ran too
 * @param onSilent called once, after that time
 */
export function watchWorker(worker: Worker, silenceMs: number, onSilent: () => void): void {
  let hasAnswered = false;
  worker.on('message', ({ kind }: WorkerMessage) => {
    if (kind === 'alive') hasAnswered = true;
  });
  const end = startInactivityLimit(silenceMs, onSilent, () => {
    const wasAlive = hasAnswered;
    hasAnswered = false;
    if (worker.isConnected()) worker.send({ kind: 'ping' } satisfies PrimaryMessage);
    return wasAlive;
  });
  worker.once('exit', end);
}
