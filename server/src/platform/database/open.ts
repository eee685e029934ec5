import { CamelCasePlugin, Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import {
  type Access,
  type Connecting,
  type DatabaseLocation,
  externalAccess,
  failStart,
  inspectRole,
  openAccess,
  reasonOf,
} from './access.ts';
import { type Budget, type Claim, claimConnections } from './connection-budget.ts';
import { VaultDialect } from './dialect.ts';
import { codeOf, databaseFailureOf } from './errors.ts';
import { listen, type ListenOptions, type Listening } from './listen.ts';
import { measurePool } from './measure-pool.ts';
import { migrate } from './migrate.ts';
import {
  type ConnectionDeps,
  createPool,
  endPool,
  type PoolOptions,
  watchDatabase,
  type WatchOptions,
} from './pool.ts';
import { REQUEST_STATEMENT_MS } from './pooler.ts';
import { openReplica, type Reader, type ReadSource, type ReplicaOptions } from './replica.ts';
import { grantServerRights } from './roles.ts';
import type { DB } from './schema.ts';
import { runTransaction, type TransactionOptions } from './transaction.ts';
import { DatabaseStartError } from './start-error.ts';
import { traceStatements } from './trace-statements.ts';
import type { Traces } from '../traces/index.ts';

export interface DatabaseOptions extends DatabaseLocation, AttachOptions {
  /** the connections that this server process may use (NODES-07); without it the request pool has its full size */
  budget?: Budget;
}

export interface AttachOptions extends WatchOptions {
  /** Maximum number of connections of the request pool; 20 by default. */
  readonly maxConnections?: number;
  /** PostgreSQL itself, when requests go through a pooler in transaction mode */
  readonly direct?: ConnectionDeps;
  /** `postgres://…` of a read replica (NODES-06); null for none */
  readonly databaseReadUrl?: string | null;
  /** the changes of others are missing in reads of the replica at most for this time; 5 s by default */
  readonly maxReadDelayMs?: number;
  /** Gets a span for each statement of the request pool (NODES-11). */
  readonly traces?: Traces | null;
}

/** The open, migrated database. */
export interface Database {
  /** Queries in camelCase over snake_case columns; int8 as number, timestamptz as Date, date as text. */
  readonly kysely: Kysely<DB>;
  /** The pool below kysely, for plain SQL in time-critical queries. It does not rename columns. */
  readonly pool: pg.Pool;
  /**
   * Runs the work in one transaction, and repeats it after a conflict, so the work must change nothing but the
   * database.
   */
  readonly transaction: <T>(
    work: (transaction: Transaction<DB>) => Promise<T>,
    options?: TransactionOptions,
  ) => Promise<T>;
  /**
   * Reads from the replica, when there is one that has the person's last change, else from the database (NODES-06).
   * @param work only reads; it can run twice
   */
  readonly read: <T>(reader: Reader, work: (source: ReadSource) => Promise<T>) => Promise<T>;
  /**
   * Reads for a person who is still being identified (SPEED-03); null with a replica, because the person's last change
   * decides where to read.
   */
  readonly readEarly: <T>(work: (source: ReadSource) => Promise<T>) => Promise<T> | null;
  /** Creates another pool to PostgreSQL itself, for other limits than a request's. The caller ends it. */
  readonly createPool: (options: PoolOptions) => pg.Pool;
  /** Receives the messages of a channel over a dedicated connection. The caller ends it. */
  readonly listen: (options: ListenOptions) => Listening;
  /** @throws the connection's error when the database cannot be used */
  readonly ping: () => Promise<void>;
  /** Resolves immediately; during an outage it waits until the database replies again. */
  readonly available: () => Promise<void>;
  /**
   * Ends all connections; stops the embedded PostgreSQL when no other server uses it.
   * @param withinMs the time limit (SAFE-26). After a third of it, connections in use are left open; PostgreSQL is
   * stopped in any case, by force if necessary. Without a limit every connection is waited for.
   */
  readonly close: (withinMs?: number) => Promise<void>;
}

/**
 * A longer lease than that of a request: a migration computes between its statements, and only other migrations wait
 * for its locks.
 */
const MIGRATION_LEASE_MS = 30_000;
const DEFAULT_CONNECTIONS = 20;
/** A smaller request pool lets calls wait for connections that other calls hold. */
const LEAST_CONNECTIONS = 4;

/**
 * Starts or finds the database, checks its version and migrates it.
 * @throws DatabaseStartError with a sentence for the operator: unreachable, silent, too old, newer than the code, or
 *   not startable
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== null) return openExternal(options.databaseUrl, options);
  const { access, name, leave } = await openAccess(options);
  try {
    return await connect(access, options, { name, leave });
  } catch (error) {
    await leave();
    throw error;
  }
}

async function openExternal(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const { access, name, leave } = await externalAccess(databaseUrl, options);
  const database = await connect(access, options, { name, leave });
  try {
    await inspectRole(access.server, options);
    return database;
  } catch (error) {
    await database.close();
    return failStart(name, error);
  }
}

async function connect(
  { server, pooler, owner, serverRole }: Access,
  options: DatabaseOptions,
  { name, leave }: Connecting,
): Promise<Database> {
  const { log, limits = {} } = options;
  const deps = watchDatabase(owner ?? server, log, { limits });
  try {
    await migrateDatabase(deps, owner === null ? null : serverRole);
  } catch (error) {
    if (databaseFailureOf(error) !== null) failStart(name, error);
    if (owner !== null && codeOf(error) === INSUFFICIENT_PRIVILEGE) throw notTheOwner(error, serverRole);
    throw error;
  } finally {
    deps.liveness.close();
  }
  const requests = watchDatabase(pooler ?? server, log, { ...options, isPooler: pooler !== null });
  const direct = pooler === null ? requests : watchDatabase(server, log, { limits });
  const claim = await claimFor(direct, options, pooler !== null).catch((error: unknown) => {
    requests.liveness.close();
    direct.liveness.close();
    return failStart(name, error);
  });
  const maxConnections = claim.connections;
  const database = attach(requests, { ...options, maxConnections, direct }, async (withinMs) => {
    await claim.close();
    return leave(withinMs);
  });
  const { databaseReadUrl = null, maxReadDelayMs: maxDelayMs, metrics } = options;
  if (databaseReadUrl === null) return database;
  try {
    return await withReplica(database, { url: databaseReadUrl, maxConnections, maxDelayMs, log, metrics });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** @throws DatabaseStartError when the address names no replica of the database */
async function withReplica(database: Database, options: ReplicaOptions): Promise<Database> {
  const replica = await openReplica(database.kysely, options);
  return {
    ...database,
    read: (reader, work) => replica.read(database, reader, work),
    readEarly: () => null,
    close: async (withinMs) => {
      await Promise.all([replica.close(withinMs), database.close(withinMs)]);
    },
  };
}

/** Claims the connections of this process. Those of a pooler are connections of another program. */
async function claimFor(
  direct: ConnectionDeps,
  options: DatabaseOptions,
  hasPooler: boolean,
): Promise<Claim> {
  const { budget, maxConnections = DEFAULT_CONNECTIONS } = options;
  if (budget === undefined) return { connections: maxConnections, close: async () => undefined };
  const wanted = hasPooler ? 0 : maxConnections;
  const claim = await claimConnections(direct, { ...budget, wanted, least: LEAST_CONNECTIONS });
  return hasPooler ? { ...claim, connections: maxConnections } : claim;
}

const INSUFFICIENT_PRIVILEGE = '42501';

const notTheOwner = (error: unknown, serverRole: string) =>
  new DatabaseStartError(
    `The role of DATABASE_MIGRATION_URL cannot change the tables of the vault: ${reasonOf(error)}. If they belong to ` +
      `${serverRole}, connect to this database as a superuser and run: reassign owned by "${serverRole}" to the role of ` +
      `DATABASE_MIGRATION_URL.`,
    { cause: error },
  );

/**
 * Migrates the database to the schema of this code.
 * @param serverRole the role that gets the rights of a server (GUARD-07); null: the role of the connection runs the
 * server
 * @throws as `migrate`
 */
export async function migrateDatabase(deps: ConnectionDeps, serverRole: string | null = null): Promise<void> {
  const limits = { ...deps.limits, leaseMs: MIGRATION_LEASE_MS };
  const options = { name: 'migrations', max: 3, statementTimeoutMs: 0, style: 'plain' } as const;
  const pool = createPool({ ...deps, limits }, options);
  try {
    await migrate(pool, deps.log);
    if (serverRole === null) return;
    const client = await pool.connect();
    try {
      await grantServerRights(client, serverRole);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}

/**
 * Opens a migrated database.
 * @param deps the address for requests
 * @param leave runs after the last connection has ended
 */
export function attach(
  deps: ConnectionDeps,
  { maxConnections = DEFAULT_CONNECTIONS, direct = deps, metrics, traces }: AttachOptions,
  leave: (withinMs?: number) => Promise<void>,
): Database {
  const pool = createPool(deps, {
    name: deps.isPooler ? 'pooled' : 'server',
    max: maxConnections,
    statementTimeoutMs: REQUEST_STATEMENT_MS,
    lockTimeoutMs: deps.limits.lockMs,
  });
  if (metrics !== undefined) measurePool(pool, metrics);
  const kysely = new Kysely<DB>({
    dialect: new VaultDialect({ pool }),
    plugins: [new CamelCasePlugin()],
    ...(traces && { log: traceStatements(traces) }),
  });
  return {
    kysely,
    pool,
    transaction: (work, transactionOptions) => runTransaction(kysely, work, transactionOptions),
    read: (_, work) => work({ kysely }),
    readEarly: (work) => work({ kysely }),
    createPool: (poolOptions) => createPool(direct, poolOptions),
    listen: (listenOptions) => listen(direct, listenOptions),
    available: () => deps.liveness.available(),
    ping: async () => void (await pool.query('select 1')),
    close: async (withinMs) => {
      const startedAt = performance.now();
      await endPool({ kysely, pool }, withinMs);
      deps.liveness.close();
      direct.liveness.close();
      return leave(withinMs === undefined ? undefined : startedAt + withinMs - performance.now());
    },
  };
}
