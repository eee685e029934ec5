import type { Kysely } from 'kysely';
import { type DB, queryRaw } from '../platform/database/index.ts';
import { chainedEntry, type ChainRow, ENTRY_COLUMNS, type EntryColumns } from './chain.queries.ts';
import type { ChainedEntry } from './entry-text.ts';

/** A row of the chain with its entry; null when the entry is missing. */
export type CheckedRow = ChainRow & { entry: ChainedEntry | null };

/** The rows of the chain after `seq` up to `last`, in order. */
export async function chainRows(
  db: Kysely<DB>,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<CheckedRow[]> {
  const rows = await queryRaw<Omit<ChainRow, 'hash'> & { hash: Buffer } & EntryColumns>(
    db,
    `select c.seq, c.entry_id as "entryId", c.scope, c.position, c.hash, ${ENTRY_COLUMNS}
    from (select * from audit_chain where seq > $1 and seq <= $2 order by seq limit $3) c
    left join audit_entry e on e.id = c.entry_id
    order by c.seq`,
    [after, last, limit],
  );
  return rows.map(({ seq, entryId, scope, position, hash, ...entry }) => ({
    seq,
    entryId,
    scope,
    position,
    hash: hash.toString('hex'),
    // null when the entry is missing
    entry: (entry.id as number | null) === null ? null : chainedEntry(entry),
  }));
}

/** The entries 'audit.redact' with these ids, and the ids of the entries that each lists. */
export async function redactionsById(
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<{ id: number; entries: number[] }[]> {
  return queryRaw(
    db,
    `select id, details -> 'entries' as entries from audit_entry
    where id = any($1::bigint[]) and action = 'audit.redact'`,
    [ids],
  );
}

/** The number of entries, and of rows of the chain, with ids after `afterId` up to `lastId`. */
export async function countsBetween(
  db: Kysely<DB>,
  afterId: number,
  lastId: number,
): Promise<{ entries: number; chained: number }> {
  const [counts] = await queryRaw<{ entries: number; chained: number }>(
    db,
    `select (select count(*) from audit_entry where id > $1 and id <= $2) as entries,
      (select count(*) from audit_chain where entry_id > $1 and entry_id <= $2) as chained`,
    [afterId, lastId],
  );
  return counts ?? { entries: 0, chained: 0 };
}
