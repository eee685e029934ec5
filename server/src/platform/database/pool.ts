import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Registry } from 'prom-client';
import { DATABASE_LIMITS, type DatabaseLimits } from './limits.ts';
import { Liveness, type OutageLog } from './liveness.ts';
import type { Log } from './log.ts';
import type { DB } from './schema.ts';
import { namingClient, StatementNames } from './statements.ts';
import type { Target } from './target.ts';
import { VALUE_PARSERS } from './values.ts';
import { watchedClient } from './watched-client.ts';

export interface PoolOptions {
  /** Shown in pg_stat_activity and in PostgreSQL's log, with a suffix for each connection. */
  name: string;
  /** Maximum number of connections. */
  max: number;
  /** Maximum time of one statement in ms; 0 for no limit (migrations). */
  statementTimeoutMs: number;
  /** Maximum wait for a lock in ms; limited only by the statement's limit when left out. */
  lockTimeoutMs?: number;
  /** `vault` (the default): int8 as number, named statements. `plain`: pg's defaults, for libraries. */
  style?: 'vault' | 'plain';
}

const IDLE_CONNECTION_MS = 60_000;

/** The address of the database, and the limits for waiting for it. */
export interface ConnectionDeps {
  readonly target: Target;
  readonly log: Log;
  readonly limits: DatabaseLimits;
  readonly liveness: Liveness;
  /** whether the target is a pooler in transaction mode, which keeps no session (pooler.ts) */
  readonly isPooler: boolean;
}

export interface WatchOptions {
  /** The limits that differ from DATABASE_LIMITS. */
  readonly limits?: Partial<DatabaseLimits>;
  /** Registers the gauge `vault_database_available`; without it nothing is measured. */
  readonly metrics?: Registry;
  readonly isPooler?: boolean;
  readonly outageLog?: OutageLog;
}

/** Starts to watch the connections to a database; `liveness.close()` ends it. */
export function watchDatabase(
  target: Target,
  log: Log,
  { limits: given, metrics, isPooler = false, outageLog }: WatchOptions = {},
): ConnectionDeps {
  const limits = { ...DATABASE_LIMITS, ...given };
  return {
    target,
    log,
    limits,
    liveness: new Liveness({ target, log, limits, metrics, outageLog }),
    isPooler,
  };
}

/**
 * A pool that survives outages of the database: a connection that is lost or dead while it is idle, or between two
 * statements of a transaction, is logged and replaced; it never ends the process. Every wait has a limit (SAFE-23).
 */
export function createPool(deps: ConnectionDeps, options: PoolOptions): pg.Pool {
  const { target, log, limits, liveness, isPooler } = deps;
  const vaultStyle = options.style !== 'plain';
  const Client = watchedClient(options.name, liveness);
  const Naming = isPooler ? Client : namingClient(new StatementNames(), Client);
  const pool = new pg.Pool({
    ...target,
    max: options.max,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    ...(isPooler ? {} : sessionSettings(limits, options)),
    ...(vaultStyle ? { types: VALUE_PARSERS, Client: Naming, pipeline: true } : { Client }),
  });
  // The error itself is not logged, because it contains the pg client.
  const note = (error: Error) => {
    // The start of an outage is logged once, not for each connection.
    if (!liveness.isAvailable) return;
    log.warn(
      { reason: error.message, pool: options.name },
      'Idle database connection lost; the pool opens another',
    );
  };
  pool.on('error', note);
  // The pool listens only to idle clients; an error of a client in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A limit that the pool does not have is turned off: the role can have its own, for requests through a pooler. */
function sessionSettings(
  limits: DatabaseLimits,
  { statementTimeoutMs, lockTimeoutMs = 0 }: PoolOptions,
): pg.PoolConfig {
  return {
    options: `-c TimeZone=UTC -c statement_timeout=${statementTimeoutMs} -c lock_timeout=${lockTimeoutMs}`,
    idle_in_transaction_session_timeout: limits.leaseMs,
  };
}

/**
 * Ends a pool and the Kysely above it.
 * @param withinMs the time limit of the shutdown: after a third of it, connections in use are left open. Without a
 * limit every connection is waited for.
 */
export async function endPool(
  { kysely, pool }: { kysely: Kysely<DB>; pool: pg.Pool },
  withinMs?: number,
): Promise<void> {
  const end = async () => {
    await kysely.destroy();
    // Kysely ends its pool only if it has used the pool.
    if (!pool.ended) await pool.end();
  };
  // A request that was cut off can hold its connection longer than the time limit of the shutdown.
  await (withinMs === undefined ? end() : Promise.race([end(), sleep(withinMs / 3)]));
}
