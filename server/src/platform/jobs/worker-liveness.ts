import type pg from 'pg';
import type { Log } from '../database/index.ts';

/*
 * The jobs of a killed server stay locked, and graphile-worker would keep them locked for four hours. So every server
 * holds an advisory lock for each of its workers on one connection, which is released when the server ends. A server
 * that finds a job whose worker has no such lock returns the job to the queue.
 */

const WORKER_LOCK = 0x7661756a; // the letters 'vauj'
/** A worker announces itself within milliseconds; jobs that were locked later than this are never released. */
const MIN_LOCK_AGE = '5 seconds';
/** Short, because people wait for the jobs of a killed server: they continue within 20 s. */
const CHECK_EVERY_MS = 15_000;

export interface WorkerLiveness {
  /** Announces to the other servers that this worker is running. */
  readonly announce: (workerId: string) => void;
  /** Settles with the reason when the announcements are lost: other servers can then take the workers' jobs. */
  readonly lost: Promise<string>;
  readonly end: () => void;
}

/**
 * Starts to announce workers, and to release the jobs of dead ones: now and every 15 seconds.
 * @throws the database's error when it cannot be reached
 */
export async function startWorkerLiveness(pool: pg.Pool, log: Log): Promise<WorkerLiveness> {
  const lost = Promise.withResolvers<string>();
  const client = await pool.connect();
  client.once('error', (error: Error) => lost.resolve(error.message));
  client.once('end', () => lost.resolve('the connection has ended'));

  function check(): void {
    releaseAbandoned(pool).catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'Jobs of dead workers cannot be released; retrying in 15 s');
    });
  }

  // Sequential, because a connection runs one statement at a time.
  let announced: Promise<unknown> = Promise.resolve();
  function announce(workerId: string): void {
    announced = announced
      .then(() => client.query('select pg_advisory_lock_shared($1, hashtext($2))', [WORKER_LOCK, workerId]))
      .catch((error: unknown) => lost.resolve(String(error)));
  }

  check();
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return {
    announce,
    lost: lost.promise,
    end: () => {
      clearInterval(timer);
      // The locks must end with the connection, so it is closed instead of returned to the pool.
      client.release(true);
    },
  };
}

/** @returns the number of dead workers that held jobs */
export async function releaseAbandoned(pool: pg.Pool, minLockAge = MIN_LOCK_AGE): Promise<number> {
  const { rows } = await pool.query<{ dead: number }>(
    `with holder as materialized (
       select distinct locked_by as id from graphile_worker._private_jobs where locked_at < now() - $2::interval
       union
       select locked_by from graphile_worker._private_job_queues where locked_at < now() - $2::interval
     ), dead as materialized (
       select id from holder where id is not null and pg_try_advisory_xact_lock($1, hashtext(id))
     )
     select count(*)::int as dead,
       graphile_worker.force_unlock_workers(coalesce(array_agg(id), '{}'))
     from dead`,
    [WORKER_LOCK, minLockAge],
  );
  return rows[0]?.dead ?? 0;
}
