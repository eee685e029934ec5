import type pg from 'pg';
import type { Log } from '../database/index.ts';

/*
 * A server that is killed leaves its jobs marked as being done, and graphile-worker would let them lie for four hours.
 * So every server holds an advisory lock for each of its workers on one connection; it vanishes with the server. Who
 * finds a job whose worker has no such lock gives the job back to the queue.
 */

const PRESENCE_LOCK = 0x7661756a; // 'vauj'
/** A worker announces itself within milliseconds; jobs younger than that are left alone in any case. */
const LEAVE_ALONE = '30 seconds';
const CHECK_EVERY_MS = 60_000;

export interface Presence {
  /** Tells the other servers that this worker lives. */
  readonly announce: (workerId: string) => void;
  /** Ends the announcements. */
  readonly end: () => Promise<void>;
}

/** Starts to announce workers, and to give back the jobs of dead ones: now and every minute. */
export function keepPresence(pool: pg.Pool, log: Log): Presence {
  const workers = new Set<string>();
  let connection: Promise<pg.PoolClient> | null = null;
  let isEnding = false;

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    client.once('end', () => {
      connection = null;
      if (!isEnding) client.release(true);
    });
    for (const workerId of workers) await lock(client, workerId);
    return client;
  }

  function connected(): Promise<pg.PoolClient> {
    connection ??= connect().catch((error: unknown) => {
      connection = null;
      throw error;
    });
    return connection;
  }

  async function announceAndCheck(): Promise<void> {
    if (isEnding) return;
    try {
      await connected();
      await releaseAbandoned(pool);
    } catch (error) {
      log.warn({ err: error }, 'the jobs of dead workers could not be looked for; trying again');
    }
  }

  void announceAndCheck();
  const timer = setInterval(() => void announceAndCheck(), CHECK_EVERY_MS).unref();
  return {
    announce: (workerId) => {
      workers.add(workerId);
      connected()
        .then(
          (client) => lock(client, workerId),
          () => undefined,
        )
        .catch((error: unknown) => log.warn({ err: error, workerId }, 'a worker could not be announced'));
    },
    end: async () => {
      isEnding = true;
      clearInterval(timer);
      const client = await connection?.catch(() => null);
      // The locks must go with it, so it is closed rather than given back.
      client?.release(true);
    },
  };
}

async function lock(client: pg.PoolClient, workerId: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [PRESENCE_LOCK, workerId]);
}

/** @returns how many workers were found dead with jobs in their hands */
export async function releaseAbandoned(pool: pg.Pool, leaveAlone = LEAVE_ALONE): Promise<number> {
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
    [PRESENCE_LOCK, leaveAlone],
  );
  return rows[0]?.dead ?? 0;
}
