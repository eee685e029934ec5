import { sql, type Transaction } from 'kysely';
import type { ActorContext } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';

/** An item in a permanently deleted folder. */
export interface PurgedItem {
  id: string;
  kind: 'folder' | 'file';
  name: string;
  /** path of the folder that contained it */
  path: string;
  /** of the current version; 0 for a folder */
  sizeBytes: number;
  /** id of the deleted folder */
  deletedWith: string;
  deletedAt: Date;
  /** null when it was deleted before migration 0060 */
  deletedBy: ActorContext | null;
}

/**
 * Returns those of the given items that are inside of a permanently deleted folder. Their folders still exist. The way
 * up to the deleted folder is read once for each folder that contains some of them.
 */
export async function itemsInPurgedFolders(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<PurgedItem[]> {
  const { rows } = await sql<PurgedItem>`
    with recursive inside as (
      select id, parent_id, kind, name, size_bytes from item
      where record_id = ${recordId} and id = any(${itemIds}::text[])
        and not exists (select from purge where record_id = ${recordId} and item_id = item.id)
    ), up as (
      select distinct parent_id as folder_id, parent_id as at_id, array[]::text[] as names from inside
      union all
      select up.folder_id, f.parent_id, f.name || up.names from up
      join item f on f.record_id = ${recordId} and f.id = up.at_id
      where not exists (select from purge where record_id = ${recordId} and item_id = up.at_id)
    )
    select i.id, i.kind, i.name, i.size_bytes, p.item_id as deleted_with, p.deleted_at, p.deleted_by,
      array_to_string(array[nullif(p.path, ''), root.name] || up.names, '/') as path
    from up
    join purge p on p.record_id = ${recordId} and p.item_id = up.at_id
    join item root on root.record_id = p.record_id and root.id = p.item_id
    join inside i on i.parent_id = up.folder_id
    order by i.id`.execute(tx);
  return rows;
}
