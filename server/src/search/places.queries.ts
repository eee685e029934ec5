import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Whether any folder of the record is in the trash, and with it what lies below. */
export async function hasTrashedFolder(db: Kysely<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from item where record_id = ${recordId} and kind = 'folder' and trashed_at is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * A live folder and the live folders below it, with the number of live items right in each.
 * @returns at most `limit` of them
 */
export async function foldersBelow(
  db: Kysely<DB>,
  { recordId, folderId, limit }: { recordId: string; folderId: string; limit: number },
): Promise<{ id: string; children: number }[]> {
  const { rows } = await sql<{ id: string; children: number }>`
    with recursive below as (
      select id, folder_count + file_count as children from item where record_id = ${recordId} and id = ${folderId}
      union all
      select c.id, c.folder_count + c.file_count from below b join item c
        on c.record_id = ${recordId} and c.parent_id = b.id and c.kind = 'folder' and c.trashed_at is null
    )
    select id, children from below limit ${limit}`.execute(db);
  return rows;
}
