import { type Kysely, sql, type Transaction } from 'kysely';
import { type DB, queryRaw, rowsAs } from '../platform/database/index.ts';
import type { ChainedEntry } from './entry-text.ts';
import type { Json } from './json.ts';

/** The end of the chain of a scope: a record, or '' for the entries without one. */
export interface Head {
  scope: string;
  /** the number of entries */
  position: number;
  /** in hexadecimal */
  hash: string;
}

/** A row of the chain. */
export interface ChainRow extends Head {
  seq: number;
  entryId: number;
}

/** The columns of an entry e for `chainedEntry`: building JSON in the database would take three times as long. */
export const ENTRY_COLUMNS = `e.id, e.xact::text as xact, e.at, e.action, e.outcome, e.record_id as "recordId",
  e.actor_kind as "actorKind", e.person_id as "personId", e.link_id as "linkId", e.visit_id as "visitId",
  e.request_id as "requestId", e.object_kind as "objectKind", e.object_id as "objectId", e.object_name as "objectName",
  e.object_path as "objectPath", e.details::text as details, e.personal_hash as "personalHash",
  e.personal::text as personal, e.personal_salt as "personalSalt", e.redacted_by as "redactedBy"`;

/** A row of `ENTRY_COLUMNS`. */
export type EntryColumns = Omit<
  ChainedEntry,
  'at' | 'details' | 'detailsOctets' | 'personalHash' | 'personal' | 'personalOctets' | 'personalSalt'
> & {
  /** no date for the value 'infinity' */
  at: Date | number;
  details: string;
  personalHash: Buffer;
  personal: string | null;
  personalSalt: Buffer | null;
};

/** The entry of a row. */
export function chainedEntry(row: EntryColumns): ChainedEntry {
  const { at, details, personal, personalHash, personalSalt } = row;
  return {
    ...row,
    at: at instanceof Date ? at.toISOString() : String(at),
    details: JSON.parse(details) as Json,
    detailsOctets: Buffer.byteLength(details),
    personal: personal === null ? null : (JSON.parse(personal) as Json),
    personalOctets: personal === null ? null : Buffer.byteLength(personal),
    personalHash: personalHash.toString('hex'),
    personalSalt: personalSalt?.toString('hex') ?? null,
  };
}

/** Less than the time that a statement may take, which includes the wait. */
const LOCK_WAIT = '25s';

/**
 * Takes the lock that lets one process at a time extend the chain. It waits longer than a request may: `audit verify`
 * after a restore takes turns with the job of a server, batch by batch.
 */
export async function lockChain(tx: Transaction<DB>): Promise<void> {
  await sql`
    with wait as materialized (select set_config('lock_timeout', ${LOCK_WAIT}, true))
    select pg_advisory_xact_lock(hashtext('portal vault: audit chain')) from wait`.execute(tx);
}

/** How far the chain can reach now, and how far it reaches. */
export interface ChainProgress {
  /** of this cluster of PostgreSQL; a restored dump has another one, and other transaction ids */
  clusterId: string;
  /** every earlier transaction has ended */
  endedBelow: string;
  /** null when the chain has no progress in this cluster */
  chainedBelow: string | null;
  /** the newest entry */
  lastId: number;
}

export async function chainProgress(db: Kysely<DB>): Promise<ChainProgress> {
  const [progress] = await queryRaw<ChainProgress>(
    db,
    `select c.system_identifier::text as "clusterId", pg_snapshot_xmin(pg_current_snapshot())::text as "endedBelow",
      (select s.chained_below::text from audit_chain_state s where s.cluster_id = c.system_identifier::text)
        as "chainedBelow",
      coalesce((select max(id) from audit_entry), 0) as "lastId"
    from pg_control_system() c`,
    [],
  );
  if (progress === undefined) throw new Error('PostgreSQL did not describe its cluster');
  return progress;
}

/** Stores that every entry of an earlier transaction is chained. */
export async function saveProgress(db: Kysely<DB>, clusterId: string, chainedBelow: string): Promise<void> {
  await sql`
    insert into audit_chain_state (cluster_id, chained_below) values (${clusterId}, ${chainedBelow}::xid8)
    on conflict (is_only) do update
    set cluster_id = excluded.cluster_id, chained_below = excluded.chained_below`.execute(db);
}

/** The entries of transactions from `from` up to, without, `below` that are not chained, in the order of the chain. */
export async function unchainedSince(
  db: Kysely<DB>,
  { from, below, limit }: { from: string; below: string; limit: number },
): Promise<ChainedEntry[]> {
  const rows = await queryRaw<EntryColumns>(
    db,
    `select ${ENTRY_COLUMNS} from audit_entry e
      where e.xact >= $1::xid8 and e.xact < $2::xid8
        and not exists (select from audit_chain c where c.entry_id = e.id)
      order by e.xact, e.id limit $3`,
    [from, below, limit],
  );
  return rows.map(chainedEntry);
}

/** The entries with ids after `afterId` up to `lastId` that are not chained. */
export async function unchainedBetween(
  db: Kysely<DB>,
  afterId: number,
  lastId: number,
): Promise<ChainedEntry[]> {
  const rows = await queryRaw<EntryColumns>(
    db,
    `select ${ENTRY_COLUMNS} from audit_entry e
      where e.id > $1 and e.id <= $2 and not exists (select from audit_chain c where c.entry_id = e.id)
      order by e.xact, e.id`,
    [afterId, lastId],
  );
  return rows.map(chainedEntry);
}

/** The heads of these scopes; a scope without entries has none. */
export async function headsOf(db: Kysely<DB>, scopes: readonly string[]): Promise<Head[]> {
  return queryRaw<Head>(
    db,
    `select s.scope, h.position, encode(h.hash, 'hex') as hash from unnest($1::text[]) s (scope)
    cross join lateral (
      select position, hash from audit_chain c where c.scope = s.scope order by position desc limit 1) h`,
    [scopes],
  );
}

/** The number of rows of the chain, which have no gaps. */
export async function lastSeq(db: Kysely<DB>): Promise<number> {
  const [row] = await queryRaw<{ seq: number }>(
    db,
    `select coalesce(max(seq), 0) as seq from audit_chain`,
    [],
  );
  return row?.seq ?? 0;
}

export async function insertChain(db: Kysely<DB>, rows: readonly ChainRow[]): Promise<void> {
  const given = rows.map((row) => ({ ...row, hash: Buffer.from(row.hash, 'hex') }));
  await sql`
    insert into audit_chain (seq, entry_id, scope, position, hash)
    select * from ${rowsAs('new', given, {
      seq: 'bigint',
      entryId: 'bigint',
      scope: 'text',
      position: 'bigint',
      hash: 'bytea',
    })}`.execute(db);
}
