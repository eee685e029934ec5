import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type pg from 'pg';
import { graphileLog } from './graphile-log.ts';
import type { Log } from './log.ts';
import { DatabaseStartError } from './start-error.ts';

/** `server/migrations`, numbered and forward only. */
export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, '../../../migrations');

const FILE_NAME = /^\d{4}_\w+\.sql$/;

/**
 * Brings the database to the state that this code expects: the job queue's tables, then `NNNN_name.sql` in order, all
 * of ours in one transaction. Several processes may do it at once: one does, the others wait and find nothing to do.
 * @param pool without a statement time-out; the caller ends it
 * @throws DatabaseStartError with a sentence for the operator when the database is newer than the code, or the database's error
 */
export async function migrate(pool: pg.Pool, log: Log, directory = MIGRATIONS_DIRECTORY): Promise<void> {
  const migrations = await readMigrations(directory);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: withoutEnd(pool) }) });
  try {
    await alone(kysely, async () => {
      mustKnowAll(await doneMigrations(kysely), migrations);
      await runMigrations({ pgPool: pool, logger: graphileLog(log) });
      const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
      const { error, results } = await migrator.migrateToLatest();
      if (error !== undefined) throw asError(error);
      for (const { migrationName } of results ?? []) log.info({ migrationName }, 'the database was migrated');
    });
  } finally {
    await kysely.destroy();
  }
}

/** Migrations end their kysely, but not the pool they were given. */
function withoutEnd(pool: pg.Pool) {
  return {
    options: pool.options,
    connect: () => pool.connect(),
    end: () => Promise.resolve(),
  };
}

async function readMigrations(directory: string): Promise<Record<string, Migration>> {
  const names = (await readdir(directory)).filter((name) => FILE_NAME.test(name)).toSorted();
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(directory, name), 'utf8');
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const MIGRATION_LOCK = 0x7661756d; // 'vaum'

/**
 * Runs the work while no other process does. Kysely and graphile-worker each protect themselves too, but by failing
 * at a table that exists meanwhile and trying again, which fills the log with errors.
 */
async function alone(kysely: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

async function doneMigrations(kysely: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists
  `.execute(kysely);
  if (rows[0]?.exists !== true) return [];
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(kysely);
  return done.rows.map(({ name }) => name);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('a migration failed', { cause: error });
}

function mustKnowAll(done: readonly string[], known: Readonly<Record<string, Migration>>): void {
  const unknown = done.filter((name) => !(name in known));
  if (unknown.length === 0) return;
  throw new DatabaseStartError(
    `The database was migrated by a newer version of the vault (${unknown.join(', ')}), which this version does not ` +
      `know. Start the newer version, or restore the database from before its first start.`,
  );
}
