import { sql, type Kysely } from 'kysely';
import type { DB } from '../database/index.ts';
import type { JobKind } from './kind.ts';

export interface JobOptions {
  /** At most one waiting job has this key: adding another one replaces the payload and time of the waiting job. */
  readonly jobKey?: string;
  /** Lower numbers run first; 0 when left out. */
  readonly priority?: number;
  /** The earliest start; now by default. */
  readonly runAt?: Date;
}

/**
 * The flag of jobs that were added with a key. When another job with the key is added while one runs, graphile-worker
 * clears the key of the running job and sets its attempts to the maximum. Without the flag, a running job that was
 * replaced and then interrupted would look like a failed one. Jobs of the crontab have no flags: graphile-worker cannot
 * set them.
 */
export const REPLACEABLE = 'replaceable';

/**
 * Adds a job to the queue as part of the caller's transaction: it exists when that commits, and never otherwise.
 * @param transaction a transaction, or the database itself for a job without one
 * @throws ZodError when the payload does not match the kind
 */
export async function addJob<Payload>(
  transaction: Kysely<DB>,
  kind: JobKind<Payload>,
  payload: NoInfer<Payload>,
  { jobKey, runAt, priority }: JobOptions = {},
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      identifier => ${kind.name},
      payload => ${JSON.stringify(kind.payload.parse(payload))}::json,
      queue_name => ${kind.queue ?? null},
      run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${kind.maxAttempts ?? null}::int,
      job_key => ${jobKey ?? null},
      priority => ${priority ?? null}::int,
      flags => ${jobKey === undefined ? null : [REPLACEABLE]}::text[]
    )
  `.execute(transaction);
}
