import type pg from 'pg';
import { DATABASE_LIMITS } from './limits.ts';
import { migrate } from './migrate.ts';
import { openAccess } from './access.ts';
import type { DatabaseOptions } from './open.ts';
import { createPool, watchDatabase } from './pool.ts';

/** The database has rows of a vault already. */
export class DatabaseNotEmpty extends Error {
  override readonly name = 'DatabaseNotEmpty';
}

/** Tables that have rows in every vault that was used. */
const USED = ['record', 'account', 'blob', 'audit_entry'];

/**
 * Creates the schema of a version of the vault in an empty database, and fills it as its owner in one transaction. The
 * next `openDatabase` migrates it to the schema of this code.
 * @param upTo the last migration of that version
 * @throws DatabaseNotEmpty, and nothing is changed; DatabaseStartError; the error of `fill`, and no row is stored
 */
export async function fillEmptyDatabase(
  options: DatabaseOptions,
  upTo: string,
  fill: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await withOwner(options, async (pool) => {
    await mustBeEmpty(pool);
    await migrate(pool, options.log, undefined, upTo);
    await inTransaction(pool, fill);
  });
}

/** @throws DatabaseNotEmpty when an external database has rows of a vault; DatabaseStartError */
export async function mustBeEmptyDatabase(options: DatabaseOptions): Promise<void> {
  if (options.databaseUrl !== null) await withOwner(options, mustBeEmpty);
}

async function withOwner(options: DatabaseOptions, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const { access, leave } = await openAccess(options);
  // Loading computes between its statements, and only this process uses the database.
  const limits = { ...options.limits, leaseMs: DATABASE_LIMITS.leaseMs * 100 };
  const deps = watchDatabase(access.owner ?? access.server, options.log, { limits });
  const pool = createPool(deps, { name: 'restore', max: 3, statementTimeoutMs: 0, style: 'plain' });
  try {
    await work(pool);
  } finally {
    await pool.end();
    deps.liveness.close();
    await leave();
  }
}

async function mustBeEmpty(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any ($1::text[])`,
    [USED],
  );
  for (const { name } of rows) {
    const found = await pool.query(`select from "${name}" limit 1`);
    if (found.rows.length > 0) throw new DatabaseNotEmpty('The database has rows of a vault');
  }
}

async function inTransaction(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
    client.release();
  } catch (error) {
    // Closes the connection, which rolls back.
    client.release(true);
    throw error;
  }
}
