import { type Kysely, sql } from 'kysely';
import { CURRENT_IS_DAMAGED } from '../blobs/index.ts';
import type { DB } from '../platform/database/index.ts';

/** When and by whom an item was changed, and whether the bytes of a file are marked as damaged (SAFE-02). */
export interface ItemState {
  modifiedAt: Date;
  modifiedBy: string;
  isDamaged: boolean;
}

/** Returns the states of items by their ids. */
export async function statesOf(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<Map<string, ItemState>> {
  const { rows } = await sql<ItemState & { id: string }>`
    select i.id, i.modified_at, i.modified_by, ${sql.raw(CURRENT_IS_DAMAGED)} as is_damaged from item i
    where i.record_id = ${recordId} and i.id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
