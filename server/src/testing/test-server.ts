import { runOnServer } from './run-on-server.ts';
import { startEmbedded, type Embedded } from '../platform/database/embedded.ts';
import type { Log } from '../platform/database/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { attach, type Database } from '../platform/database/open.ts';
import { createPool, type Target } from '../platform/database/pool.ts';

/** @returns a running PostgreSQL that does not sync to disk: for tests, whose data nobody misses */
export async function startThrowaway(dataDir: string, log: Log): Promise<Embedded> {
  return startEmbedded({ dataDir, log, durability: 'throwaway' });
}

/** Creates a database of the given name on the server and migrates it. */
export async function prepareDatabase(server: Target, name: string, log: Log): Promise<void> {
  await runOnServer(server, `create database ${name} template template0`);
  const pool = createPool(named(server, name), log, {
    name: 'tests',
    max: 3,
    statementTimeoutMs: 0,
    style: 'plain',
  });
  try {
    await migrate(pool, log);
  } finally {
    await pool.end();
  }
}

/** The database of the given name on the same server. */
export function copyOf(server: Target, name: string): { target: Target; open: (log: Log) => Database } {
  const target = named(server, name);
  // Many test files share one PostgreSQL, so each takes few connections.
  return { target, open: (log) => attach(target, { log, maxConnections: 8 }, async () => undefined) };
}

function named(server: Target, database: string): Target {
  if (!('connectionString' in server)) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
