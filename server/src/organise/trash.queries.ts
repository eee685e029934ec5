import { type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

export interface TrashEntry {
  itemId: string;
  /** path of its former folder, '' for the root (contract 10.8) */
  originalPath: string;
}

/** Hides live items, one row each, and inserts entries with their former folders. The caller updates the counters. */
export async function insertTrash(
  tx: Transaction<DB>,
  recordId: string,
  { entries, by, at }: { entries: readonly TrashEntry[]; by: { id: string; name: string }; at: Date },
): Promise<void> {
  const ids = entries.map((one) => one.itemId);
  const hidden = sql`
    update item set trashed_at = ${at} where record_id = ${recordId} and id = any(${ids}::text[])`;
  const entered = sql`
    insert into trash (record_id, item_id, original_path, deleted_at, deleted_by_id, deleted_by, kind, name,
      size_bytes)
    select ${recordId}, i.id, new.original_path, ${at}, ${by.id}, ${by.name}, i.kind, i.name,
      case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end
    from ${rowsAs('new', entries, { itemId: 'text', originalPath: 'text' })}
    join item i on i.record_id = ${recordId} and i.id = new.item_id`;
  await Promise.all([hidden.execute(tx), entered.execute(tx)]);
}
