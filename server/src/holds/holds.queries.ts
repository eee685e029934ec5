import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

export interface NewHold {
  id: string;
  recordId: string;
  folderId: string;
  /** null for a legal hold */
  keepYears: number | null;
  reason: string;
  by: string;
  at: Date;
}

/** Inserts a hold, which protects its folder from then on. */
export async function insertHold(
  tx: Transaction<DB>,
  { id, recordId, folderId, keepYears, reason, by, at }: NewHold,
): Promise<void> {
  await sql`
    insert into hold (id, record_id, folder_id, keep_years, reason, set_by, set_at)
    values (${id}, ${recordId}, ${folderId}, ${keepYears}, ${reason}, ${by}, ${at})`.execute(tx);
  await sql`
    insert into held_item (record_id, item_id, hold_id) values (${recordId}, ${folderId}, ${id})`.execute(tx);
}

export interface StoredHold {
  id: string;
  recordId: string;
  recordName: string;
  folderId: string;
  keepYears: number | null;
  reason: string;
  setAt: Date;
  setBy: string;
}

const holdColumns = sql.raw(
  `hold.id, hold.record_id, record.name as record_name, folder_id, keep_years, reason, set_at, set_by
   from hold join record on record.id = hold.record_id`,
);

/** Returns a hold in force; null when there is none. */
export async function holdInForce(db: Kysely<DB>, id: string): Promise<StoredHold | null> {
  const { rows } = await sql<StoredHold>`
    select ${holdColumns} where hold.id = ${id} and lifted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Returns one page of the holds in force, newest first, and their number. */
export async function listHoldsInForce(
  db: Kysely<DB>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: StoredHold[]; total: number }> {
  const { rows } = await sql<StoredHold>`
    select ${holdColumns} where lifted_at is null
    order by set_at desc, hold.id offset ${offset} limit ${limit}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*) as total from hold where lifted_at is null`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** Ends a hold: it protects nothing any more. @returns false when it was not in force */
export async function endHold(
  tx: Transaction<DB>,
  { recordId, id }: { recordId: string; id: string },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update hold set lifted_at = ${at}
    where record_id = ${recordId} and id = ${id} and lifted_at is null returning id`.execute(tx);
  await sql`delete from held_item where record_id = ${recordId} and hold_id = ${id}`.execute(tx);
  return rows.length > 0;
}
