import type { Kysely } from 'kysely';
import { type DB, queryRaw } from '../platform/database/index.ts';
import { chainedEntry, ENTRY_COLUMNS, type EntryColumns } from './chain.queries.ts';
import type { ChainedEntry } from './entry-text.ts';
import { sealByNumber, type StoredSeal } from './seal.queries.ts';

/** The entries of an export: of a record or of the whole vault, in a period. */
export interface ProofSpan {
  record?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Rows of the chain by their `seq`, both included. */
export interface SeqRange {
  first: number;
  last: number;
}

/** A row of the chain with the hash before it in its scope; null for the first of the scope. */
export interface ProvenRow {
  seq: number;
  position: number;
  hash: string;
  formerHash: string | null;
  entry: ChainedEntry;
}

/** The first and the last row of the chain of the entries of a span; null when it has none. */
export async function rangeOf(db: Kysely<DB>, span: ProofSpan): Promise<SeqRange | null> {
  const [range] = await rangesOf(db, span);
  return range === undefined || range.first === null || range.last === null
    ? null
    : { first: range.first, last: range.last };
}

interface FoundRange {
  first: number | null;
  last: number | null;
}

/** Without a period the ends of the chain are read; in a period each entry is, because times are not in its order. */
function rangesOf(db: Kysely<DB>, { record, from, to }: ProofSpan): Promise<FoundRange[]> {
  if (from === undefined && to === undefined) {
    return record === undefined
      ? queryRaw(db, `select min(seq) as first, max(seq) as last from audit_chain`, [])
      : queryRaw(
          db,
          `select (select seq from audit_chain where scope = $1 order by position limit 1) as first,
            (select seq from audit_chain where scope = $1 order by position desc limit 1) as last`,
          [record],
        );
  }
  return queryRaw(
    db,
    `select min(c.seq) as first, max(c.seq) as last from audit_entry e join audit_chain c on c.entry_id = e.id
    where ($1::text is null or e.record_id = $1) and ($2::timestamptz is null or e.at >= $2)
      and ($3::timestamptz is null or e.at < $3)`,
    [record ?? null, from ?? null, to ?? null],
  );
}

/** The first seal that covers a row; null when no seal covers it yet. */
export async function sealCovering(db: Kysely<DB>, seq: number): Promise<StoredSeal | null> {
  const [seal] = await queryRaw<{ number: number }>(
    db,
    `select number from audit_seal where last_seq >= $1 order by number limit 1`,
    [seq],
  );
  return seal === undefined ? null : sealByNumber(db, seal.number);
}

/** The next rows of a range, in order. */
export async function provenRows(
  db: Kysely<DB>,
  { record, after, last, limit }: { record: string | null; after: number; last: number; limit: number },
): Promise<ProvenRow[]> {
  type Row = Omit<ProvenRow, 'entry'> & EntryColumns;
  const rows = await queryRaw<Row>(
    db,
    `select c.seq, c.position, encode(c.hash, 'hex') as hash, encode(f.hash, 'hex') as "formerHash", ${ENTRY_COLUMNS}
    from (
      select * from audit_chain where seq > $1 and seq <= $2 and ($3::text is null or scope = $3)
      order by seq limit $4
    ) c
    join audit_entry e on e.id = c.entry_id
    left join audit_chain f on f.scope = c.scope and f.position = c.position - 1
    order by c.seq`,
    [after, last, record, limit],
  );
  return rows.map(({ seq, position, hash, formerHash, ...entry }) => ({
    seq,
    position,
    hash,
    formerHash,
    entry: chainedEntry(entry),
  }));
}
