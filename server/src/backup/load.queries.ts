import type pg from 'pg';
import { REPLACEABLE } from '../platform/jobs/index.ts';
import { backupTables, type Table, type WaitingJob } from './tables.queries.ts';

/**
 * Makes the tables ready to be filled: empty, and without the triggers that compute what the rows of a backup contain.
 * The owner of the tables calls it in the transaction that fills them.
 */
export async function openTables(client: pg.ClientBase): Promise<Table[]> {
  const tables = await backupTables(client);
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')} cascade`);
  return tables;
}

/** Ends `openTables`: restores the triggers, and lets numbers continue after the highest ones. */
export async function closeTables(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column,
       pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and a.attidentity <> '' and not a.attisdropped`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(`select setval($1, coalesce(max("${column}"), 0) + 1, false) from "${table}"`, [
      sequence,
    ]);
  }
}

/** NODES-03: the bytes are in a new folder, which the next start of a server marks as the one of this vault. */
export async function forgetBlobFolder(client: pg.ClientBase): Promise<void> {
  await client.query('update vault_identity set blob_folder_id = null');
}

/** Adds the waiting jobs of a backup. */
export async function addJobs(client: pg.ClientBase, jobs: AsyncIterable<WaitingJob>): Promise<void> {
  for await (const job of jobs) {
    await client.query(
      `select from graphile_worker.add_job(identifier => $1, payload => $2::json, queue_name => $3, run_at => $4::timestamptz,
         max_attempts => $5::int, job_key => $6, priority => $7::int, flags => $8::text[])`,
      [
        job.identifier,
        JSON.stringify(job.payload),
        job.queue,
        job.runAt,
        job.maxAttempts,
        job.jobKey,
        job.priority,
        job.jobKey === null ? null : [REPLACEABLE],
      ],
    );
  }
}
