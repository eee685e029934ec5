import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { copyFrom, copyTo } from '../platform/database/index.ts';

/** A table and its stored columns; generated ones are computed again. */
export interface Table {
  name: string;
  columns: string[];
}

/**
 * Tables whose rows are not part of a backup: sessions and other short rights (a restored vault revives none of them),
 * waiting uploads, and the state of this database and its jobs.
 */
const LEFT_OUT = [
  'session',
  'factor_challenge',
  'one_time_address',
  'download_ticket',
  'office_grant',
  'office_lock',
  'upload',
  'upload_chunk',
  'blob_garbage',
  'backup_lease',
  'failed_job',
  'audit_chain_state',
  'kysely_migration',
  'kysely_migration_lock',
];

/** Starts the snapshot of a backup: one moment for all statements that follow. It only reads. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query('set local statement_timeout = 0');
}

/** The tables of a backup: each after those that its foreign keys reference. */
export async function backupTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { references: string[] }>(
    `select c.relname as name,
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
       ) as columns,
       array(
         select f.confrelid::regclass::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
       ) as references
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1::text[])
     order by c.relname`,
    [LEFT_OUT],
  );
  const ordered: Table[] = [];
  const isPlaced = (name: string) => ordered.some((table) => table.name === name) || LEFT_OUT.includes(name);
  while (ordered.length < rows.length) {
    const next = rows.filter(({ name, references }) => !isPlaced(name) && references.every(isPlaced));
    if (next.length === 0) throw new Error('The foreign keys of the tables form a cycle');
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })));
  }
  return ordered;
}

const columnsOf = ({ columns }: Table) => columns.map((column) => `"${column}"`).join(', ');

/** The rows of a table in the text format of COPY. */
export function copyOut(client: pg.ClientBase, table: Table): Readable {
  return copyTo(client, `copy (select ${columnsOf(table)} from "${table.name}") to stdout`);
}

/** Adds rows in the text format of COPY. */
export function copyIn(client: pg.ClientBase, table: Table): Writable {
  return copyFrom(client, `copy "${table.name}" (${columnsOf(table)}) from stdin`);
}

/** The contents in the byte order of their keys, one line each: key, size, CRC-32, SHA-256 and block checksums. */
export function copyOutBlobs(client: pg.ClientBase): Readable {
  return copyTo(
    client,
    `copy (
      select storage_key, size_bytes, crc32, encode(sha256, 'hex'), coalesce(encode(block_checksums, 'hex'), '')
      from blob order by storage_key collate "C"
    ) to stdout`,
  );
}

export interface WaitingJob {
  identifier: string;
  payload: unknown;
  queue: string | null;
  runAt: Date;
  maxAttempts: number;
  jobKey: string | null;
  priority: number;
}

/** The jobs that still have attempts. */
export async function waitingJobs(client: pg.ClientBase): Promise<WaitingJob[]> {
  const { rows } = await client.query<WaitingJob>(
    `select t.identifier, j.payload, q.queue_name as queue, j.run_at as "runAt", j.max_attempts::int as "maxAttempts",
       j.key as "jobKey", j.priority::int
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.attempts < j.max_attempts order by j.id`,
  );
  return rows;
}
