import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Log } from '../database/index.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { watchWorker } from './watch-worker.ts';

/** The pause before a server process that has ended is replaced; it doubles while the new ones fail to start. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;
/** Far above every pause of a server that works: documents are read and scanned outside of its main thread. */
const SILENCE_MS = 60_000;

export interface PrimaryOptions {
  /** number of server processes */
  count: number;
  log: Log;
  /** receives the text of the first server that accepts requests */
  announce: (text: string) => void;
  /** a server process that does not answer for so long is ended, in ms; tests shorten it */
  silenceMs?: number;
}

/** The server processes of one machine, started and replaced by this process. */
export interface Primary {
  /** Stops all server processes. */
  stop(): void;
  /** Ends all server processes immediately. */
  kill(): void;
  /** the highest exit code, when all server processes have ended after `stop`, or when the first one cannot start */
  exited: Promise<number>;
}

/**
 * Starts server processes that share one listening address: this program again, as workers of node:cluster, which hands
 * each connection to the next worker that is free. The first one starts alone, because it prepares the database. When
 * it cannot start, the program ends. Later, a worker that ends or does not answer is replaced, as often as needed.
 */
export function startPrimary(options: PrimaryOptions): Primary {
  const { count, log, announce, silenceMs = SILENCE_MS } = options;
  const { promise: exited, resolve: end } = Promise.withResolvers<number>();
  const registry = new AggregatorRegistry();
  let isStopping = false;
  let hasStarted = false;
  let pauseMs = FIRST_PAUSE_MS;
  let exitCode = 0;

  function fork(): void {
    const worker = cluster.fork();
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') onReady(worker, message.text);
      if (message.kind === 'metrics') void sendMetrics(worker, message.id);
    });
    worker.once('exit', (code, signal) => void onExit(worker, { code, signal }));
  }

  function endSilent(worker: Worker): void {
    log.error({ worker: worker.process.pid, silenceMs }, 'Server process does not answer; ending it');
    worker.process.kill('SIGKILL');
  }

  function onReady(worker: Worker, text: string): void {
    watchWorker(worker, silenceMs, () => endSilent(worker));
    pauseMs = FIRST_PAUSE_MS;
    if (hasStarted) return;
    hasStarted = true;
    announce(text);
    for (let n = 1; n < count; n += 1) fork();
  }

  async function onExit(worker: Worker, { code, signal }: { code: number | null; signal: string | null }) {
    if (isStopping) {
      exitCode = Math.max(exitCode, code ?? 1);
      if (workers().length === 0) end(exitCode);
      return;
    }
    if (!hasStarted) {
      // The reason is on the terminal or in the log.
      exitCode = Math.max(code ?? 1, 1);
      stop();
      return;
    }
    log.error(
      { worker: worker.process.pid, code, signal, pauseMs },
      'Server process ended; starting another',
    );
    // The timer keeps this process alive when no server process runs.
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (!isStopping) fork();
  }

  async function sendMetrics(worker: Worker, id: number): Promise<void> {
    const text = await registry.clusterMetrics().catch(() => null);
    if (worker.isConnected()) worker.send({ kind: 'metrics', id, text } satisfies PrimaryMessage);
  }

  const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

  function stop(): void {
    isStopping = true;
    if (workers().length === 0) end(exitCode);
    for (const worker of workers()) {
      if (worker.isConnected()) worker.send({ kind: 'stop' } satisfies PrimaryMessage);
    }
  }

  fork();
  return {
    stop,
    kill: () => {
      for (const worker of workers()) worker.process.kill('SIGKILL');
    },
    exited,
  };
}
