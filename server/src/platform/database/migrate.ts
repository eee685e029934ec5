import { createHash } from 'node:crypto';
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

/** The migrations of this code in their order, with the checksums of their files. */
export async function knownMigrations(): Promise<{ name: string; checksum: string }[]> {
  const migrations = Object.entries(await readMigrations(MIGRATIONS_DIRECTORY));
  return migrations.map(([name, { checksum }]) => ({ name, checksum }));
}

/**
 * Migrates the database to the schema of this code: the job queue's tables, then `NNNN_name.sql` in order, all of them
 * in one transaction. Several processes can call it concurrently: one migrates, the others wait and find nothing to do.
 * Each applied migration is stored with the checksum of its file (SAFE-14).
 * @param pool without a statement time-out; the caller ends it
 * @param upTo the last migration to apply; the newest one by default
 * @throws DatabaseStartError with a sentence for the operator when the database is newer than the code or an applied
 * migration was edited; the database's error
 */
export async function migrate(
  pool: pg.Pool,
  log: Log,
  directory = MIGRATIONS_DIRECTORY,
  upTo?: string,
): Promise<void> {
  const migrations = await readMigrations(directory);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: withoutEnd(pool) }) });
  try {
    await withMigrationLock(kysely, async () => {
      const applied = await appliedMigrations(kysely);
      mustKnowAll(applied, migrations);
      mustBeUnchanged(applied, migrations);
      await runMigrations({ pgPool: pool, logger: graphileLog(log) });
      const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
      const { error, results } = await (upTo === undefined
        ? migrator.migrateToLatest()
        : migrator.migrateTo(upTo));
      if (error !== undefined) throw asError(error);
      for (const { migrationName } of results ?? []) log.info({ migrationName }, 'Database migrated');
      await storeChecksums(kysely, migrations);
    });
  } finally {
    await kysely.destroy();
  }
}

/** The migrations close their kysely at the end; this wrapper keeps the given pool open. */
function withoutEnd(pool: pg.Pool) {
  return {
    options: pool.options,
    connect: () => pool.connect(),
    end: () => Promise.resolve(),
  };
}

/** A migration and the SHA-256 of its file, as hexadecimal text. */
type SqlMigration = Migration & { readonly checksum: string };

async function readMigrations(directory: string): Promise<Record<string, SqlMigration>> {
  const names = (await readdir(directory)).filter((name) => FILE_NAME.test(name)).toSorted();
  const entries = names.map(async (name): Promise<[string, SqlMigration]> => {
    const text = await readFile(join(directory, name), 'utf8');
    // Git can check files out with the line ends of Windows.
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
    const up = async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db));
    return [name.replace(/\.sql$/, ''), { up, checksum }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const MIGRATION_LOCK = 0x7661756d; // the letters 'vaum'

/**
 * Runs the work under a lock of all processes. Kysely and graphile-worker also protect themselves, but they fail at an
 * existing table and retry, which fills the log with errors.
 */
async function withMigrationLock(kysely: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

interface AppliedMigration {
  name: string;
  /** null when the migration was applied by a version of the vault that stored no checksums */
  checksum: string | null;
}

async function appliedMigrations(kysely: Kysely<unknown>): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists
  `.execute(kysely);
  if (rows[0]?.exists !== true) return [];
  // Reads the row as JSON, because the column may not exist yet.
  const applied = await sql<AppliedMigration>`
    select name, to_jsonb(applied) ->> 'checksum' as checksum from kysely_migration applied order by name
  `.execute(kysely);
  return applied.rows;
}

/**
 * Stores the checksums of the migrations that have none: those applied just now, and at the first start of this version
 * all earlier ones. The present files are used, because the applied text is not known.
 */
async function storeChecksums(
  kysely: Kysely<unknown>,
  migrations: Readonly<Record<string, SqlMigration>>,
): Promise<void> {
  const names = Object.keys(migrations);
  const checksums = Object.values(migrations).map(({ checksum }) => checksum);
  await sql`alter table kysely_migration add column if not exists checksum text`.execute(kysely);
  await sql`
    update kysely_migration applied set checksum = file.checksum
    from unnest(${names}::text[], ${checksums}::text[]) file (name, checksum)
    where applied.name = file.name and applied.checksum is null
  `.execute(kysely);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('a migration failed', { cause: error });
}

function mustKnowAll(
  applied: readonly AppliedMigration[],
  known: Readonly<Record<string, SqlMigration>>,
): void {
  const unknown = applied.map(({ name }) => name).filter((name) => !(name in known));
  if (unknown.length === 0) return;
  throw new DatabaseStartError(
    `The database was migrated by a newer version of the vault (${unknown.join(', ')}), which is unknown to this ` +
      `version. Start the newer version, or restore the database from before its first start.`,
  );
}

/** An edited migration is never applied again, so the database would differ from the schema that the code expects. */
function mustBeUnchanged(
  applied: readonly AppliedMigration[],
  known: Readonly<Record<string, SqlMigration>>,
): void {
  const edited = applied
    .filter(({ name, checksum }) => checksum !== null && checksum !== known[name]?.checksum)
    .map(({ name }) => `server/migrations/${name}.sql`);
  if (edited.length === 0) return;
  throw new DatabaseStartError(
    `Edited after it was applied to this database: ${edited.join(', ')}. Restore the file as it was released, for ` +
      `instance by installing this version of the vault again, and make the change in a new migration.`,
  );
}
