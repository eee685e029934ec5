import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { startEmbedded, type Embedded } from './embedded.ts';
import { codeOf } from './errors.ts';
import { listen, type ListenOptions, type Listening } from './listen.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';
import { createPool, type PoolOptions, type Target } from './pool.ts';
import type { DB } from './schema.ts';
import { runTransaction, type TransactionOptions } from './transaction.ts';
import { mustBeSupported } from './version.ts';
import { DatabaseStartError } from './start-error.ts';

export interface DatabaseOptions {
  /** `postgres://…` of an external PostgreSQL 15 or newer; null for the embedded one. */
  databaseUrl: string | null;
  /** Folder of the embedded parts; with an external database nothing is written there. */
  dataDir: string;
  log: Log;
  /** Connections of the request pool at most; 20 when left out. */
  maxConnections?: number;
}

/** The open, migrated database. */
export interface Database {
  /** Queries in camelCase over snake_case columns; int8 as number, timestamptz as Date, date as text. */
  readonly kysely: Kysely<DB>;
  /** The pool below kysely, for plain SQL where every microsecond counts. Column names are not changed there. */
  readonly pool: pg.Pool;
  /** Does the work in one transaction; again when it lost a race, so it must change nothing else. */
  readonly transaction: <T>(
    work: (transaction: Transaction<DB>) => Promise<T>,
    options?: TransactionOptions,
  ) => Promise<T>;
  /** Another pool to the same database, for parts with other needs than a request. The caller ends it. */
  readonly createPool: (options: PoolOptions) => pg.Pool;
  /** Hears what is told on a channel, over a connection of its own. The caller ends it. */
  readonly listen: (options: ListenOptions) => Listening;
  /** @throws the connection's error when the database cannot be used */
  readonly ping: () => Promise<void>;
  /**
   * Ends all connections; stops the embedded PostgreSQL when no other server uses it.
   * @param withinMs connections that are in use after a third of it are left open, and PostgreSQL is ended all the
   * same, at once if need be (SAFE-26); without it every connection is waited for
   */
  readonly close: (withinMs?: number) => Promise<void>;
}

/** Longer than any statement of a request may take (a page takes milliseconds). */
const REQUEST_STATEMENT_MS = 30_000;
const DEFAULT_CONNECTIONS = 20;
const EMBEDDED_DATABASE = 'vault';

/**
 * Starts or finds the database, checks its version and migrates it.
 * @throws DatabaseStartError with a sentence for the operator: unreachable, too old, newer than the code, or not startable
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log } = options;
  if (databaseUrl !== null) {
    await checkExternal(databaseUrl);
    return connect({ connectionString: databaseUrl }, options, async () => undefined);
  }
  const embedded = await startEmbedded({ dataDir, log });
  try {
    return await connect(await embeddedTarget(embedded), options, embedded.stop);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** The address of the embedded server's database, made when it is missing. */
export async function embeddedTarget(
  { connection }: Pick<Embedded, 'connection'>,
  database = EMBEDDED_DATABASE,
): Promise<Target> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`create database ${database}`);
  } catch (error) {
    // It exists (42P04), or another server makes it at this moment (23505).
    const code = codeOf(error);
    if (code !== '42P04' && code !== '23505') throw error;
  } finally {
    await client.end();
  }
  return { ...connection, database };
}

async function checkExternal(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    mustBeSupported(Number(rows[0]?.version));
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    const reason = error instanceof Error ? error.message || codeOf(error) : String(error);
    throw new DatabaseStartError(`The database that DATABASE_URL names cannot be used: ${reason}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connect(
  target: Target,
  options: DatabaseOptions,
  leave: (withinMs?: number) => Promise<void>,
): Promise<Database> {
  await migrateOnce(target, options.log);
  return attach(target, options, leave);
}

async function migrateOnce(target: Target, log: Log): Promise<void> {
  const pool = createPool(target, log, { name: 'migrations', max: 3, statementTimeoutMs: 0, style: 'plain' });
  try {
    await migrate(pool, log);
  } finally {
    await pool.end();
  }
}

/**
 * Opens a database that is migrated already.
 * @param leave what to do after the last connection has ended
 */
export function attach(
  target: Target,
  { log, maxConnections = DEFAULT_CONNECTIONS }: Pick<DatabaseOptions, 'log' | 'maxConnections'>,
  leave: (withinMs?: number) => Promise<void>,
): Database {
  const pool = createPool(target, log, {
    name: 'server',
    max: maxConnections,
    statementTimeoutMs: REQUEST_STATEMENT_MS,
  });
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  });
  return {
    kysely,
    pool,
    transaction: (work, transactionOptions) => runTransaction(kysely, work, transactionOptions),
    createPool: (poolOptions) => createPool(target, log, poolOptions),
    listen: (listenOptions) => listen(target, log, listenOptions),
    ping: async () => void (await pool.query('select 1')),
    close: async (withinMs) => {
      const endPool = async () => {
        await kysely.destroy();
        // Kysely ends its pool only when it was used.
        if (!pool.ended) await pool.end();
      };
      if (withinMs === undefined) {
        await endPool();
        return leave();
      }
      const deadline = performance.now() + withinMs;
      // A request that was cut may hold its connection longer than the shutdown may take.
      await Promise.race([endPool(), sleep(withinMs / 3)]);
      return leave(deadline - performance.now());
    },
  };
}
