import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCrontab, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { runAs, systemContext } from '../actor/index.ts';
import { graphileLog, type Log } from '../database/index.ts';
import type { Task } from './kind.ts';
import { startWorkerLiveness } from './worker-liveness.ts';

/** Settings of the workers of one server. */
export interface WorkersOptions {
  readonly log: Log;
  readonly tasks: readonly Task[];
  readonly crontab: string;
  readonly concurrency: number;
  /** the time for running jobs to end after the abort, in ms */
  readonly abandonAfterMs: number;
}

/** The running workers of one server. */
export interface Workers {
  /** Settles with the reason when the workers have failed, for example because the database was unreachable. */
  readonly broken: Promise<string>;
  /** Accepts no more jobs, aborts the running ones, and waits `abandonAfterMs` for them. */
  readonly stop: () => Promise<void>;
}

/**
 * After this many consecutive failed polls the workers are restarted: graphile-worker never retries some of its queries
 * (the list of task names). A worker polls every two seconds.
 */
const MAX_FAILURES = 6;

/** @throws the database's error when it cannot be reached */
export async function startWorkers(pgPool: pg.Pool, options: WorkersOptions): Promise<Workers> {
  const { log, tasks, crontab, concurrency, abandonAfterMs } = options;
  const liveness = await startWorkerLiveness(pgPool, log);
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => liveness.announce(workerPool.id));
  events.on('worker:create', ({ worker }) => liveness.announce(worker.workerId));
  const failing = tooManyFailures(events);
  let isStopping = false;
  try {
    const runner = await run({
      pgPool,
      events,
      concurrency,
      taskList: asTaskList(tasks),
      parsedCronItems: parseCrontab(crontab),
      logger: graphileLog(log, () => isStopping),
      // shutdown.ts handles signals and stops the components in order.
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 0,
      // With a delay of 0 graphile-worker waits until completed jobs are saved before it stops; otherwise a job would
      // run again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    return {
      broken: Promise.race([liveness.lost, failing, endOf(runner)]),
      stop: async () => {
        isStopping = true;
        await stopRunner(runner, { log, abandonAfterMs });
        liveness.end();
      },
    };
  } catch (error) {
    liveness.end();
    throw error;
  }
}

function asTaskList(tasks: readonly Task[]): TaskList {
  const entries = tasks.map(({ kind, run: work }): [string, TaskList[string]] => [
    kind.name,
    (payload, { job, abortSignal }) =>
      runAs(systemContext(), () => work(payload, { signal: abortSignal, attempt: job.attempts })),
  ]);
  return Object.fromEntries(entries);
}

function tooManyFailures(events: WorkerEvents): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let failures = 0;
  const recovered = () => {
    failures = 0;
  };
  events.on('job:start', recovered);
  events.on('worker:getJob:empty', recovered);
  events.on('worker:getJob:error', ({ error }) => {
    failures += 1;
    if (failures >= MAX_FAILURES) resolve(String(error));
  });
  return promise;
}

async function endOf(runner: Runner): Promise<string> {
  return runner.promise.then(() => 'the workers have ended', String);
}

type StopOptions = Pick<WorkersOptions, 'log' | 'abandonAfterMs'>;

async function stopRunner(runner: Runner, { log, abandonAfterMs }: StopOptions): Promise<void> {
  const late = sleep(abandonAfterMs, 'late' as const, { ref: false });
  // A runner that has stopped by itself refuses to stop again.
  const stopped = runner.stop().catch(() => undefined);
  if ((await Promise.race([stopped, late])) !== 'late') return;
  log.warn({}, 'Jobs did not end in time; they are abandoned and retried later');
  await runner.kill();
}
