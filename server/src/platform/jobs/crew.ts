import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCrontab, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { graphileLog, type Log } from '../database/index.ts';
import type { Task } from './kind.ts';
import { keepPresence } from './presence.ts';

/** What the workers of a server do. */
export interface CrewOptions {
  readonly log: Log;
  readonly tasks: readonly Task[];
  readonly crontab: string;
  readonly concurrency: number;
  /** how long running jobs may take to end after they were asked to, in ms */
  readonly abandonAfterMs: number;
}

/** Workers that look for jobs. */
export interface Crew {
  /** Settles with the reason when the workers cannot go on, for instance because the database was away. */
  readonly broken: Promise<string>;
  /** Takes no more jobs, tells the running ones to end, waits for them for a while. */
  readonly dismiss: () => Promise<void>;
}

/**
 * So many failures in a row to look for a job mean that the workers must be made anew: graphile-worker remembers some
 * failures for ever (its list of task names), and a worker tries every two seconds.
 */
const MAX_FAILURES = 6;

/** @throws the database's error when it cannot be reached */
export async function hireCrew(pgPool: pg.Pool, options: CrewOptions): Promise<Crew> {
  const { log, tasks, crontab, concurrency, abandonAfterMs } = options;
  const presence = await keepPresence(pgPool, log);
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => presence.announce(workerPool.id));
  events.on('worker:create', ({ worker }) => presence.announce(worker.workerId));
  const failing = tooManyFailures(events);
  try {
    const runner = await run({
      pgPool,
      events,
      concurrency,
      taskList: asTaskList(tasks),
      parsedCronItems: parseCrontab(crontab),
      logger: graphileLog(log),
      // The process ends its parts in its own order.
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 0,
      // Without batches graphile-worker does not wait for the word that a job is done before it calls itself stopped,
      // and the job would be done again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    return {
      broken: Promise.race([presence.lost, failing, endOf(runner)]),
      dismiss: async () => {
        await stopRunner(runner, { log, abandonAfterMs });
        presence.end();
      },
    };
  } catch (error) {
    presence.end();
    throw error;
  }
}

function asTaskList(tasks: readonly Task[]): TaskList {
  const entries = tasks.map(({ kind, run: work }): [string, TaskList[string]] => [
    kind.name,
    (payload, { job, abortSignal }) => work(payload, { signal: abortSignal, attempt: job.attempts }),
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

type StopOptions = Pick<CrewOptions, 'log' | 'abandonAfterMs'>;

async function stopRunner(runner: Runner, { log, abandonAfterMs }: StopOptions): Promise<void> {
  const late = sleep(abandonAfterMs, 'late' as const, { ref: false });
  // A runner that has stopped by itself refuses to stop again.
  const stopped = runner.stop().catch(() => undefined);
  if ((await Promise.race([stopped, late])) !== 'late') return;
  log.warn({}, 'Jobs did not end in time; they are abandoned and tried again later');
  await runner.kill();
}
