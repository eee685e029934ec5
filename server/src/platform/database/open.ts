import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { VaultDialect } from './dialect.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { codeOf, databaseFailureOf, isTimeout } from './errors.ts';
import { DATABASE_LIMITS } from './limits.ts';
import { listen, type ListenOptions, type Listening } from './listen.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';
import {
  type ConnectionDeps,
  createPool,
  type PoolOptions,
  watchDatabase,
  type WatchOptions,
} from './pool.ts';
import { canDefine, grantServerRights, OWNER_ROLE, prepareEmbeddedRoles, SERVER_ROLE } from './roles.ts';
import type { Target } from './target.ts';
import type { DB } from './schema.ts';
import { runTransaction, type TransactionOptions } from './transaction.ts';
import { mustBeSupported } from './version.ts';
import { DatabaseStartError } from './start-error.ts';

export interface DatabaseOptions extends AttachOptions {
  /** `postgres://…` of an external PostgreSQL 15 or newer; null for the embedded one. */
  databaseUrl: string | null;
  /** the same database through the role that owns the tables; null: `databaseUrl` runs the migrations too */
  databaseMigrationUrl?: string | null;
  /** Data folder of the vault; not used with an external database. */
  dataDir: string;
  log: Log;
}

export interface AttachOptions extends WatchOptions {
  /** Maximum number of connections of the request pool; 20 by default. */
  readonly maxConnections?: number;
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
  /** Creates another pool to the same database, for other limits than a request's. The caller ends it. */
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
/** Longer than any statement of a request (a page takes milliseconds). */
const REQUEST_STATEMENT_MS = 30_000;
const DEFAULT_CONNECTIONS = 20;
const EMBEDDED_DATABASE = 'vault';
const EMBEDDED_NAME = 'The embedded PostgreSQL';
/** Twice as long as for a request: at the start a database can be busy, for instance with its recovery. */
const START_FACTOR = 2;
/** Copying the template database waits for the disk. */
const CREATE_DATABASE_MS = 60_000;

/**
 * Starts or finds the database, checks its version and migrates it.
 * @throws DatabaseStartError with a sentence for the operator: unreachable, silent, too old, newer than the code, or not
 *   startable
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

/**
 * Starts or finds the database, and checks its version.
 * @returns its roles; the caller calls `leave` at the end
 * @throws DatabaseStartError
 */
export async function openAccess(options: DatabaseOptions): Promise<Connecting & { access: Access }> {
  const { databaseUrl, dataDir, log } = options;
  if (databaseUrl !== null) return externalAccess(databaseUrl, options);
  const name = EMBEDDED_NAME;
  const embedded = await startEmbedded({ dataDir, log });
  try {
    const access = await embeddedAccess(embedded).catch((error: unknown) => failStart(name, error));
    return { access, name, leave: embedded.stop };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** The database of one vault through its two roles (GUARD-07). */
export interface Access {
  server: Target;
  /** runs the migrations, and gives the server's role its rights; null: the server's role runs them */
  owner: Target | null;
  /** the name of the server's role */
  serverRole: string;
}

const startWaitMs = ({ limits }: DatabaseOptions) =>
  START_FACTOR * (limits?.connectMs ?? DATABASE_LIMITS.connectMs);

async function externalAccess(
  databaseUrl: string,
  options: DatabaseOptions,
): Promise<Connecting & { access: Access }> {
  const { databaseMigrationUrl: ownerUrl = null } = options;
  const name = externalName('DATABASE_URL');
  const waitMs = startWaitMs(options);
  const server = { connectionString: databaseUrl };
  const owner = ownerUrl === null ? null : { connectionString: ownerUrl };
  const serverRole = await check(server, waitMs).catch((error: unknown) => failStart(name, error));
  if (owner !== null) {
    await check(owner, waitMs).catch((error: unknown) =>
      failStart(externalName('DATABASE_MIGRATION_URL'), error),
    );
  }
  return { access: { server, owner, serverRole }, name, leave: async () => undefined };
}

async function openExternal(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const { access, name, leave } = await externalAccess(databaseUrl, options);
  const database = await connect(access, options, { name, leave });
  try {
    await inspectRole(access.server, startWaitMs(options), options.log);
    return database;
  } catch (error) {
    await database.close();
    return failStart(name, error);
  }
}

const externalName = (setting: string) => `The database that ${setting} names`;

/** @throws DatabaseStartError when the tables of the migrations are not in this database */
async function inspectRole(server: Target, waitMs: number, log: Log): Promise<void> {
  await onConnection(server, waitMs, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('kysely_migration') is not null as found`,
    );
    if (rows[0]?.found !== true) {
      throw new DatabaseStartError(
        'DATABASE_URL and DATABASE_MIGRATION_URL name different databases or schemas.',
      );
    }
    if (await canDefine(client)) {
      log.warn({}, 'Database role of the server can change tables; set DATABASE_MIGRATION_URL');
    }
  });
}

/** @returns the embedded server's database, which is created when it is missing, with its roles */
async function embeddedAccess({ connection }: Pick<Embedded, 'connection'>): Promise<Access> {
  const database = EMBEDDED_DATABASE;
  await onConnection({ ...connection, database: 'postgres' }, CREATE_DATABASE_MS, (client) =>
    client.query(`create database ${database}`),
  ).catch((error: unknown) => {
    // The database exists (42P04), or another server is creating it (23505).
    const code = codeOf(error);
    if (code !== '42P04' && code !== '23505') throw error;
  });
  await onConnection({ ...connection, database }, CREATE_DATABASE_MS, prepareEmbeddedRoles);
  const withRole = (user: string) => ({ ...connection, user, database });
  return { server: withRole(SERVER_ROLE), owner: withRole(OWNER_ROLE), serverRole: SERVER_ROLE };
}

/** @returns the name of the role */
async function check(target: Target, waitMs: number): Promise<string> {
  return onConnection(target, waitMs, async (client) => {
    const { rows } = await client.query<{ version: string; role: string }>(
      `select current_setting('server_version_num') as version, current_user as role`,
    );
    mustBeSupported(Number(rows[0]?.version));
    return rows[0]?.role ?? '';
  });
}

async function onConnection<T>(
  target: Target,
  waitMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: waitMs, query_timeout: waitMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // `end` is not awaited: a database that does not reply does not close the connection either.
    void client.end().catch(() => undefined);
  }
}

function failStart(name: string, error: unknown): never {
  if (error instanceof DatabaseStartError) throw error;
  throw new DatabaseStartError(`${name} cannot be used: ${reasonOf(error)}`, { cause: error });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isTimeout(error) ? 'it does not answer.' : error.message || (codeOf(error) ?? error.name);
}

interface Connecting {
  /** the database in a sentence for the operator */
  name: string;
  leave: (withinMs?: number) => Promise<void>;
}

async function connect(
  { server, owner, serverRole }: Access,
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
  return attach(watchDatabase(server, log, options), options, leave);
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
 * @param serverRole the role that gets the rights of a server (GUARD-07); null: the role of the connection runs the server
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
 * @param leave runs after the last connection has ended
 */
export function attach(
  deps: ConnectionDeps,
  { maxConnections = DEFAULT_CONNECTIONS }: AttachOptions,
  leave: (withinMs?: number) => Promise<void>,
): Database {
  const pool = createPool(deps, {
    name: 'server',
    max: maxConnections,
    statementTimeoutMs: REQUEST_STATEMENT_MS,
    lockTimeoutMs: deps.limits.lockMs,
  });
  const kysely = new Kysely<DB>({
    dialect: new VaultDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  });
  return {
    kysely,
    pool,
    transaction: (work, transactionOptions) => runTransaction(kysely, work, transactionOptions),
    createPool: (poolOptions) => createPool(deps, poolOptions),
    listen: (listenOptions) => listen(deps, listenOptions),
    available: () => deps.liveness.available(),
    ping: async () => void (await pool.query('select 1')),
    close: async (withinMs) => {
      const endPool = async () => {
        await kysely.destroy();
        // Kysely ends its pool only if it has used the pool.
        if (!pool.ended) await pool.end();
        deps.liveness.close();
      };
      if (withinMs === undefined) {
        await endPool();
        return leave();
      }
      const deadline = performance.now() + withinMs;
      // A request that was cut off can hold its connection longer than the time limit of the shutdown.
      await Promise.race([endPool(), sleep(withinMs / 3)]);
      deps.liveness.close();
      return leave(deadline - performance.now());
    },
  };
}
