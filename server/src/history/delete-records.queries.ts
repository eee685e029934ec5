import { type Transaction, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Deletes the previews and downloads of files before their permanent deletion: C16 can no longer return them. Actions
 * of visitors are kept with their link.
 * @returns the number of deleted records, at most `limit`
 */
export async function deleteAccessRecords(
  tx: Transaction<DB>,
  recordId: string,
  { itemIds, limit }: { itemIds: readonly string[]; limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from access where record_id = ${recordId} and id in (
      select a.id from unnest(${itemIds}::text[]) as item (id) cross join lateral (
        select id from access
        where record_id = ${recordId} and relation_id = item.id and kind = 'Download' limit ${limit}
      ) a limit ${limit}
    ) returning 1`.execute(tx);
  return rows.length;
}
