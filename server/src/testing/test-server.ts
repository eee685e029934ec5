import { startEmbedded, type Embedded } from '../platform/database/embedded.ts';
import type { Log } from '../platform/database/log.ts';
import { attach, type AttachOptions, type Database, migrateDatabase } from '../platform/database/open.ts';
import { watchDatabase } from '../platform/database/pool.ts';
import type { Target } from '../platform/database/target.ts';
import { runOnServer } from './run-on-server.ts';

/** @returns a running PostgreSQL that does not sync to disk, for tests */
export async function startThrowaway(dataDir: string, log: Log): Promise<Embedded> {
  return startEmbedded({ dataDir, log, durability: 'throwaway' });
}

/** Creates a database of the given name on the server and migrates it. */
export async function prepareDatabase(server: Target, name: string, log: Log): Promise<void> {
  await runOnServer(server, `create database ${name} template template0`);
  const deps = watchDatabase(named(server, name), log);
  await migrateDatabase(deps).finally(() => deps.liveness.close());
}

/** Opens a migrated database. Many test files share one PostgreSQL, so each takes few connections. */
export function openCopy(target: Target, log: Log, options: AttachOptions = {}): Database {
  const deps = watchDatabase(target, log, options);
  return attach(deps, { maxConnections: 8, ...options }, async () => undefined);
}

/** @returns the address of the database of the given name on the same server */
export function named(server: Target, database: string): Target {
  if (!('connectionString' in server)) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
