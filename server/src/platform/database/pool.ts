import pg from 'pg';
import type { Log } from './log.ts';
import { namingClient, StatementNames } from './statements.ts';
import { VALUE_PARSERS } from './values.ts';

/** Where the database is: an external one by its address, the embedded one by its socket. */
export type Target =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

export interface PoolOptions {
  /** Seen in pg_stat_activity and in PostgreSQL's log. */
  name: string;
  /** Connections at most. */
  max: number;
  /** Longest time of one statement in ms; 0 for no limit (migrations, jobs). */
  statementTimeoutMs: number;
  /** `vault` (the default): int8 as number, named statements. `plain`: pg's own ways, for libraries. */
  style?: 'vault' | 'plain';
}

/** A transaction that is left open holds locks that others wait for. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Longer than that for a free connection means that the database is down or drowned: better a 503 than a hang. */
const CONNECT_WITHIN_MS = 10_000;
const IDLE_CONNECTION_MS = 60_000;

/**
 * A pool that survives restarts of the database: a connection that dies while nobody uses it, or between two
 * statements of a transaction, is logged and replaced; it never ends the process.
 */
export function createPool(target: Target, log: Log, options: PoolOptions): pg.Pool {
  const vaultStyle = options.style !== 'plain';
  const pool = new pg.Pool({
    ...target,
    application_name: `portal-vault-${options.name}`,
    max: options.max,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    options: '-c TimeZone=UTC',
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...(options.statementTimeoutMs === 0 ? {} : { statement_timeout: options.statementTimeoutMs }),
    ...(vaultStyle ? { types: VALUE_PARSERS, Client: namingClient(new StatementNames()) } : {}),
  });
  // Not the error itself, which carries the whole client.
  const note = (error: Error) =>
    log.warn({ reason: error.message, pool: options.name }, 'a database connection was lost');
  pool.on('error', note);
  // The pool listens only to idle clients; one that is in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
