import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Log } from '../database/index.ts';
import { addJob, type JobOptions } from './add.ts';
import { startWorkers } from './workers.ts';
import type { JobKind, Task } from './kind.ts';
import { releaseOnce } from './release-once.ts';

export interface JobsOptions {
  database: Database;
  log: Log;
  tasks: readonly Task[];
  /** Lines of `minute hour day month weekday kind`; the kind's payload must accept `{}` with unknown keys. */
  crontab?: string;
  /** Maximum number of concurrent jobs; 4 by default. */
  concurrency?: number;
  /** How long a stop waits for running jobs, in ms. Another server, or the next start, repeats the unfinished ones. */
  abandonAfterMs?: number;
}

/** The running jobs of this server. */
export interface Jobs {
  readonly add: <Payload>(
    kind: JobKind<Payload>,
    payload: NoInfer<Payload>,
    options?: JobOptions,
  ) => Promise<void>;
  /** Accepts no more jobs, waits for the running ones, and abandons them after the time limit. */
  readonly stop: () => Promise<void>;
}

const DEFAULT_CONCURRENCY = 4;
/** Must be less than the time that a shutdown gives to running work (SAFE-26). */
const ABANDON_AFTER_MS = 4000;
const RESTART_MS = 1000;
/** The time limit for statements of the queue itself; the jobs use another pool. */
const QUEUE_STATEMENT_MS = 60_000;
/** Connections besides those of the workers: one listens for new jobs, one holds the locks of the workers. */
const EXTRA_CONNECTIONS = 2;
/** The most connections that the jobs of a server have, unless it has another concurrency. */
export const JOB_CONNECTIONS = DEFAULT_CONCURRENCY + EXTRA_CONNECTIONS;

/**
 * Runs jobs until `stop`. Several servers on one database share the work. After an outage of the database the jobs
 * continue; none waits on a dead connection without a limit (SAFE-23).
 * @throws the database's error when it cannot be reached now
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { database, log, tasks, crontab = '', concurrency = DEFAULT_CONCURRENCY } = options;
  const { abandonAfterMs = ABANDON_AFTER_MS } = options;
  const pool = database.createPool({
    name: 'jobs',
    max: concurrency + EXTRA_CONNECTIONS,
    statementTimeoutMs: QUEUE_STATEMENT_MS,
    style: 'plain',
  });
  releaseOnce(pool);
  const start = () => startWorkers(pool, { log, tasks, crontab, concurrency, abandonAfterMs });
  const stopping = new AbortController();
  const stopped = once(stopping.signal);
  let workers = await start();

  async function supervise(): Promise<void> {
    for (;;) {
      const reason = await Promise.race([workers.broken, stopped]);
      await workers.stop();
      if (reason === null) return;
      log.warn({ reason }, 'Job workers stopped; starting new ones');
      if (!(await restart())) return;
    }
  }

  /** @returns false when the jobs were stopped first */
  async function restart(): Promise<boolean> {
    while (!stopping.signal.aborted) {
      try {
        workers = await start();
        return true;
      } catch (error) {
        log.warn({ reason: String(error) }, 'Job workers cannot start; retrying in 1 s');
        await Promise.race([sleep(RESTART_MS), stopped]);
        await Promise.race([database.available(), stopped]);
      }
    }
    return false;
  }

  const supervision = supervise();
  return {
    add: (kind, payload, jobOptions) => addJob(database.kysely, kind, payload, jobOptions),
    stop: async () => {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await supervision;
      await pool.end();
    },
  };
}

function once(signal: AbortSignal): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  signal.addEventListener('abort', () => resolve(null), { once: true });
  return promise;
}
