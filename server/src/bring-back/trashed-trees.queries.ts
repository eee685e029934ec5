import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { contentOf, type ItemAt } from './tree-at.queries.ts';

/** An item of an entry of the trash. */
interface TrashedItem extends ItemAt {
  entryId: string;
}

/**
 * Returns the entries of the trash of a record that have one of these ids, each with what a restore brings back.
 * @param limit returns at most this many items
 * @returns the items of each entry by path: the entry itself has the path ''
 */
export async function trashedTrees(
  db: Kysely<DB>,
  recordId: string,
  { ids, limit }: { ids: readonly string[]; limit: number },
): Promise<ItemAt[][]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TrashedItem>`
    with recursive inside as (
      select i.id as entry_id, i.id, i.kind, '' as path, i.current_version_id
      from trash t join item i on i.record_id = t.record_id and i.id = t.item_id
      where t.record_id = ${recordId} and t.item_id = any(${ids}::text[])
      union all
      select inside.entry_id, c.id, c.kind,
        case inside.path when '' then c.name else inside.path || '/' || c.name end, c.current_version_id
      from inside join item c on c.record_id = ${recordId} and c.parent_id = inside.id and c.trashed_at is null
      where inside.kind = 'folder'
    )
    select inside.entry_id, inside.id, inside.kind, inside.path, content.blob_id,
      coalesce(content.size_bytes, 0) as size_bytes, coalesce(content.scanned_by, '') as scanned_by
    from inside
    left join ${contentOf(recordId)} on true
    order by inside.path
    limit ${limit}`.execute(db);
  return [...Map.groupBy(rows, ({ entryId }) => entryId).values()];
}
