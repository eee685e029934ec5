import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** True when a folder of the record is in the trash, so that items below it are not live. */
export async function hasTrashedFolder(db: Kysely<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from item where record_id = ${recordId} and kind = 'folder' and trashed_at is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Returns a live folder and the live folders below it.
 * @returns at most `limit` ids
 */
export async function foldersBelow(
  db: Kysely<DB>,
  { recordId, folderId, limit }: { recordId: string; folderId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from item where record_id = ${recordId} and id = ${folderId}
      union all
      select c.id from below b join item c
        on c.record_id = ${recordId} and c.parent_id = b.id and c.kind = 'folder' and c.trashed_at is null
    )
    select id from below limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
