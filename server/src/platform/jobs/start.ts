import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { graphileLog, type Database, type Log } from '../database/index.ts';
import { addJob, type JobOptions } from './add.ts';
import type { JobKind, Task } from './kind.ts';
import { keepPresence, type Presence } from './presence.ts';

export interface JobsOptions {
  database: Database;
  log: Log;
  tasks: readonly Task[];
  /** Lines of `minute hour day month weekday kind`; the kind's payload must accept `{}` with unknown keys. */
  crontab?: string;
  /** Jobs done at the same time; 4 when left out. */
  concurrency?: number;
}

/** The running jobs of this server. */
export interface Jobs {
  readonly add: <Payload>(
    kind: JobKind<Payload>,
    payload: NoInfer<Payload>,
    options?: JobOptions,
  ) => Promise<void>;
  /** Takes no more jobs, waits for the running ones, ends them after a while. */
  readonly stop: () => Promise<void>;
}

const DEFAULT_CONCURRENCY = 4;
/** Running jobs are asked to end at once and left behind after that; another try comes later. */
const STOP_WITHIN_MS = 15_000;
const RESTART_MS = 2000;
/** Connections besides those of the workers: one listens for new jobs, one tells that the workers live. */
const EXTRA_CONNECTIONS = 2;

/**
 * Starts to do jobs, until `stop`. Several servers on one database share the work. When the database goes away, the
 * jobs go on after it is back.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { database, log, concurrency = DEFAULT_CONCURRENCY } = options;
  const pool = database.createPool({
    name: 'jobs',
    max: concurrency + EXTRA_CONNECTIONS,
    statementTimeoutMs: 0,
    style: 'plain',
  });
  const presence = keepPresence(pool, log);
  const state = { stopping: false };
  let runner = await startRunner(options, pool, presence);
  const supervision = supervise();

  async function supervise(): Promise<void> {
    while (!state.stopping) {
      const error = await runner.promise.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (state.stopping) return;
      log.warn({ err: error }, 'the jobs stopped by themselves; starting them again');
      runner = await restart();
    }
  }

  async function restart(): Promise<Runner> {
    for (;;) {
      await sleep(RESTART_MS);
      if (state.stopping) return runner;
      try {
        return await startRunner(options, pool, presence);
      } catch (error) {
        log.warn({ err: error }, 'the jobs cannot be started; trying again');
      }
    }
  }

  async function stop(): Promise<void> {
    if (state.stopping) return;
    state.stopping = true;
    await stopRunner(runner, log);
    await supervision;
    await presence.end();
    await pool.end();
  }

  return { add: (kind, payload, jobOptions) => addJob(database.kysely, kind, payload, jobOptions), stop };
}

async function startRunner(
  { log, tasks, crontab = '', concurrency = DEFAULT_CONCURRENCY }: JobsOptions,
  pgPool: pg.Pool,
  presence: Presence,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => presence.announce(workerPool.id));
  events.on('worker:create', ({ worker }) => presence.announce(worker.workerId));
  return run({
    pgPool,
    events,
    crontab,
    concurrency,
    taskList: asTaskList(tasks),
    logger: graphileLog(log),
    // The process ends its parts in its own order.
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 0,
  });
}

function asTaskList(tasks: readonly Task[]): TaskList {
  const entries = tasks.map((task): [string, TaskList[string]] => [
    task.kind.name,
    (payload, { job, abortSignal }) => task.run(payload, { signal: abortSignal, attempt: job.attempts }),
  ]);
  return Object.fromEntries(entries);
}

async function stopRunner(runner: Runner, log: Log): Promise<void> {
  const late = sleep(STOP_WITHIN_MS, 'late' as const, { ref: false });
  // A runner that has stopped by itself refuses to stop again.
  const stopped = runner.stop().catch(() => undefined);
  if ((await Promise.race([stopped, late])) !== 'late') return;
  log.warn({}, 'some jobs do not end; they are left and will be tried again');
  await runner.kill();
}
