import { sql, type Transaction } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

/**
 * Items that are merged into others pass the holds on: the target of a file gets all holds over it, because it gets the
 * versions, and the target of a folder gets those of the folder itself. What a merged folder contains is moved, which
 * carries the holds from above (trigger `item_leaves_hold`).
 */
export async function carryMergedHolds(
  tx: Transaction<DB>,
  recordId: string,
  merges: readonly { sourceId: string; targetId: string }[],
): Promise<void> {
  await sql`
    insert into held_item (record_id, item_id, hold_id)
    select ${recordId}, merge.target_id, source.hold_id
    from ${rowsAs('merge', merges, { sourceId: 'text', targetId: 'text' })}
    join item i on i.record_id = ${recordId} and i.id = merge.source_id
    cross join lateral (
      select hold_id from held_item where record_id = ${recordId} and item_id = i.id
      union
      select holds_over(${recordId}, i.id) where i.kind = 'file'
      except
      select holds_over(${recordId}, merge.target_id)
    ) source
    on conflict do nothing`.execute(tx);
}

/** Forgets that holds protect items whose rows are deleted. */
export async function forgetHeldItems(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<void> {
  await sql`delete from held_item where record_id = ${recordId} and item_id = any(${[...itemIds]}::text[])`.execute(
    tx,
  );
}
