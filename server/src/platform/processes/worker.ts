import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { DependencyUnavailable } from '../unavailable.ts';
import { FIRST_WORKER_ID, type PrimaryMessage, type WorkerMessage } from './messages.ts';

/** The connection of a server process to the primary process that started it. */
export interface PrimaryLink {
  /** whether this is the first server process of this start */
  isFirst: boolean;
  /** Tells that this server accepts requests. @param text for the terminal */
  ready(text: string): void;
  /** resolves when this process must stop: the primary process says so, or has ended */
  stopRequested: Promise<void>;
  /**
   * @param own the metrics of this process
   * @returns the metrics of all server processes, added up, in Prometheus' text format
   */
  collectMetrics(own: Registry): () => Promise<string>;
}

/** @returns the connection to the primary process; null in a process that serves alone */
export function primaryLink(): PrimaryLink | null {
  if (!cluster.isWorker) return null;
  onMessage(({ kind }) => {
    if (kind === 'ping') send({ kind: 'alive' });
  });
  return {
    isFirst: cluster.worker?.id === FIRST_WORKER_ID,
    ready: (text) => send({ kind: 'ready', text }),
    stopRequested: stopRequest(),
    collectMetrics,
  };
}

const send = (message: WorkerMessage) => void process.send?.(message);

function onMessage(handle: (message: PrimaryMessage) => void): void {
  process.on('message', (message) => handle(message as PrimaryMessage));
}

/** Listens at once, because the primary process can say it while the server still starts. */
function stopRequest(): Promise<void> {
  // A terminal and a service manager signal all processes; the primary process decides for all of them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  return new Promise((resolve) => {
    process.once('disconnect', resolve);
    onMessage(({ kind }) => {
      if (kind === 'stop') resolve();
    });
  });
}

function collectMetrics(own: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([own]);
  // Its constructor makes this process answer when the primary process collects.
  void new AggregatorRegistry();
  const waiting = new Map<number, (text: string | null) => void>();
  let lastId = 0;
  onMessage((message) => {
    if (message.kind !== 'metrics') return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  return async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    lastId += 1;
    waiting.set(lastId, resolve);
    send({ kind: 'metrics', id: lastId });
    const text = await promise;
    if (text === null)
      throw new DependencyUnavailable('processes', 'A server process did not send its metrics');
    return text;
  };
}
