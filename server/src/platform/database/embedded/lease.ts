import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE_USER } from './cluster.ts';
import type { PidFile } from './pid-file.ts';

/*
 * The database itself records which servers use it: every server holds one connection with a
 * shared advisory lock, which is released when the server ends in any way. A server that stops releases its share and
 * tries the exclusive lock; only the last one gets it, and stops the database while holding it. A server that starts
 * at that moment waits for the lock, loses its connection at the stop, and starts the database again.
 */

const LEASE_LOCK = 0x7661756c; // the letters 'vaul'

/** The lease of one server on the running database. */
export interface Lease {
  readonly client: pg.Client;
  readonly pid: number;
  readonly socketDirectory: string;
}

/** The database of the leases; an advisory lock is visible only within one database. */
const LEASE_DATABASE = 'postgres';

const CONNECT_WITHIN_MS = 5_000;
/** The lock is held while the last server stops PostgreSQL, which takes at most this long (hold.ts). */
const LOCK_WITHIN_MS = 60_000;

/**
 * Connects to the database of the pid file and takes a share in it.
 * @throws Error when it does not reply, or when it is starting, stopping or belongs to another folder
 */
export async function acquireLease(clusterDir: string, pidFile: PidFile): Promise<Lease> {
  const client = new pg.Client({
    host: pidFile.socketDirectory,
    port: pidFile.port,
    user: DATABASE_USER,
    database: LEASE_DATABASE,
    application_name: 'portal-vault-lease',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: LOCK_WITHIN_MS,
  });
  // Without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string }>(
      `select current_setting('data_directory') as directory`,
    );
    const directory = rows[0]?.directory;
    if (directory !== clusterDir) throw new Error(`the running PostgreSQL has its data in ${directory}`);
    await client.query('select pg_advisory_lock_shared($1)', [LEASE_LOCK]);
    return { client, pid: pidFile.pid, socketDirectory: pidFile.socketDirectory };
  } catch (error) {
    // `end` is not awaited: pg never settles it for some connections that have failed to open.
    client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * Releases the share. The order matters: if two servers stop at the same time and both tried the exclusive lock before
 * releasing their shares, both would fail.
 * @returns whether no other server has a share; then the lease's connection must stay open until the database has
 * stopped. Also false when PostgreSQL does not reply; the next server that starts then finds it running.
 */
export async function releaseLease(lease: Lease, withinMs: number): Promise<boolean> {
  return Promise.race([leave(lease), sleep(withinMs, false, { ref: false })]);
}

/** Destroys the socket, because a PostgreSQL that does not reply does not close the connection either. */
export function closeLease({ client }: Lease): void {
  client.connection.stream.destroy();
}

async function leave({ client }: Lease): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [LEASE_LOCK]);
  const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
    LEASE_LOCK,
  ]);
  return rows[0]?.last === true;
}
