import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../database/index.ts';
import type { SealedTable } from './sealed-columns.ts';

const FINGERPRINT = 'secret_key_fingerprint';
/** The key itself, as versions up to 0.2.0 stored it. */
const STORED_SECRET = 'signing_secret';

/** What the database contains about the key. */
export interface StoredKey {
  /** null before the first start with this version */
  fingerprint: string | null;
  /** the key of a version up to 0.2.0, until it is moved; base64 */
  secret: string | null;
}

export async function selectStoredKey(db: Kysely<DB>): Promise<StoredKey> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'in', [FINGERPRINT, STORED_SECRET])
    .execute();
  const valueOf = (wanted: string) => {
    const value: unknown = rows.find(({ name }) => name === wanted)?.value;
    return typeof value === 'string' ? value : null;
  };
  return { fingerprint: valueOf(FINGERPRINT), secret: valueOf(STORED_SECRET) };
}

/** Stores the fingerprint unless there is one. */
export async function insertFingerprint(db: Kysely<DB>, fingerprint: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: FINGERPRINT, value: JSON.stringify(fingerprint) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function replaceFingerprint(tx: Transaction<DB>, fingerprint: string): Promise<void> {
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(fingerprint) })
    .where('name', '=', FINGERPRINT)
    .execute();
}

export async function deleteStoredSecret(tx: Transaction<DB>): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', STORED_SECRET).execute();
}

/** Prevents changes of a table by others until the transaction ends. */
export async function lockTable(tx: Transaction<DB>, table: string): Promise<void> {
  await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
}

/** A row with sealed values: its location, and the values of the columns in order. */
export interface SealedRow {
  location: string;
  values: (Buffer | null)[];
}

const ROWS_AT_ONCE = 1000;

/** Reads all rows of a locked table in batches, in the state at the start. */
export async function* sealedRows(
  tx: Transaction<DB>,
  { table, columns }: SealedTable,
): AsyncGenerator<SealedRow[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    declare sealed_rows no scroll cursor for
    select ctid::text as location, array[${names}] as values from ${sql.table(table)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<SealedRow>`fetch ${sql.lit(ROWS_AT_ONCE)} from sealed_rows`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close sealed_rows`.execute(tx);
}

/** Stores the values of one column in the rows, which must not have been changed since they were read. */
export async function updateSealed(
  tx: Transaction<DB>,
  { table, columns }: SealedTable,
  rows: readonly SealedRow[],
): Promise<void> {
  const set = columns.map((column, n) => sql`${sql.ref(column)} = new.${sql.ref(`value${n}`)}`);
  const names = columns.map((_, n) => sql.ref(`value${n}`));
  const lists = columns.map((_, n) => sql`${rows.map(({ values }) => values[n] ?? null)}::bytea[]`);
  await sql`
    update ${sql.table(table)} old set ${sql.join(set)}
    from unnest(${rows.map(({ location }) => location)}::text[]::tid[], ${sql.join(lists)})
      new (location, ${sql.join(names)})
    where old.ctid = new.location`.execute(tx);
}

const ROTATION_LOCK = 0x7661756b; // the letters 'vauk'

/**
 * Runs the work while no other process rotates the key.
 * @returns null when another process does
 */
export async function whileRotating<T>(db: Kysely<DB>, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${ROTATION_LOCK}) as locked`.execute(connection);
    if (rows[0]?.locked !== true) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${ROTATION_LOCK})`.execute(connection);
    }
  });
}

/** The number of LISTEN connections to this database: each running server has some, and no command has any. */
export async function countListeners(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ listeners: number }>`
    select count(*)::int as listeners from pg_stat_activity
    where datname = current_database() and application_name like 'portal-vault-events-%'`.execute(db);
  return rows[0]?.listeners ?? 0;
}

/** Tells the running servers, when the transaction commits, that the key was replaced. */
export async function notifyRotation(tx: Transaction<DB>, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}
