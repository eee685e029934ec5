import pg from 'pg';
import type { Registry } from 'prom-client';
import { DATABASE_LIMITS, type DatabaseLimits } from './limits.ts';
import { Liveness } from './liveness.ts';
import type { Log } from './log.ts';
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
}

export interface WatchOptions {
  /** The limits that differ from DATABASE_LIMITS. */
  readonly limits?: Partial<DatabaseLimits>;
  /** Registers the gauge `vault_database_available`; without it nothing is measured. */
  readonly metrics?: Registry;
}

/** Starts to watch the connections to a database; `liveness.close()` ends it. */
export function watchDatabase(
  target: Target,
  log: Log,
  { limits: given, metrics }: WatchOptions = {},
): ConnectionDeps {
  const limits = { ...DATABASE_LIMITS, ...given };
  return { target, log, limits, liveness: new Liveness({ target, log, limits, metrics }) };
}

/**
 * A pool that survives outages of the database: a connection that is lost or dead while it is idle, or between two
 * statements of a transaction, is logged and replaced; it never ends the process. Every wait has a limit (SAFE-23).
 */
export function createPool({ target, log, limits, liveness }: ConnectionDeps, options: PoolOptions): pg.Pool {
  const vaultStyle = options.style !== 'plain';
  const Client = watchedClient(options.name, liveness);
  const pool = new pg.Pool({
    ...target,
    max: options.max,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    options: '-c TimeZone=UTC',
    idle_in_transaction_session_timeout: limits.leaseMs,
    ...(options.statementTimeoutMs === 0 ? {} : { statement_timeout: options.statementTimeoutMs }),
    ...(options.lockTimeoutMs === undefined ? {} : { lock_timeout: options.lockTimeoutMs }),
    ...(vaultStyle
      ? { types: VALUE_PARSERS, Client: namingClient(new StatementNames(), Client), pipeline: true }
      : { Client }),
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
