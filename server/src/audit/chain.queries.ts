import { type Kysely, sql, type Transaction } from 'kysely';
import { type DB, queryRaw, rowsAs } from '../platform/database/index.ts';
import type { ChainedEntry } from './entry-text.ts';

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

/** An entry e as the JSON of `ChainedEntry`. */
export const ENTRY = `json_build_object('id', e.id, 'xact', e.xact::text,
  'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'action', e.action, 'outcome', e.outcome,
  'recordId', e.record_id, 'actorKind', e.actor_kind, 'personId', e.person_id, 'linkId', e.link_id,
  'visitId', e.visit_id, 'requestId', e.request_id, 'objectKind', e.object_kind, 'objectId', e.object_id,
  'objectName', e.object_name, 'objectPath', e.object_path, 'details', e.details,
  'detailsOctets', octet_length(e.details::text), 'personalHash', encode(e.personal_hash, 'hex'),
  'personal', e.personal, 'personalOctets', octet_length(e.personal::text),
  'personalSalt', encode(e.personal_salt, 'hex'), 'redactedBy', e.redacted_by)::text`;

const entriesOf = (rows: readonly { entry: string }[]) =>
  rows.map(({ entry }) => JSON.parse(entry) as ChainedEntry);

/** Takes the lock that lets one process at a time extend the chain. */
export async function lockChain(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portal vault: audit chain'))`.execute(tx);
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
  return entriesOf(
    await queryRaw<{ entry: string }>(
      db,
      `select ${ENTRY} as entry from audit_entry e
      where e.xact >= $1::xid8 and e.xact < $2::xid8
        and not exists (select from audit_chain c where c.entry_id = e.id)
      order by e.xact, e.id limit $3`,
      [from, below, limit],
    ),
  );
}

/** The entries with ids after `afterId` up to `lastId` that are not chained. */
export async function unchainedBetween(
  db: Kysely<DB>,
  afterId: number,
  lastId: number,
): Promise<ChainedEntry[]> {
  return entriesOf(
    await queryRaw<{ entry: string }>(
      db,
      `select ${ENTRY} as entry from audit_entry e
      where e.id > $1 and e.id <= $2 and not exists (select from audit_chain c where c.entry_id = e.id)
      order by e.xact, e.id`,
      [afterId, lastId],
    ),
  );
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
