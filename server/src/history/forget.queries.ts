import { type Transaction, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * Forgets who previewed and downloaded files that are about to be gone for ever: nobody can ask any more (C16). What
 * visitors did is kept with their link.
 * @returns how many records went, at most `limit`
 */
export async function forgetAccess(
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
