import { type Kysely, type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

/** D-13, HISTORY-02: stores the targets of merged files, because the entries of the audit stay with the merged file. */
export async function storeMergedFiles(
  tx: Transaction<DB>,
  recordId: string,
  files: readonly { sourceId: string; targetId: string }[],
): Promise<void> {
  if (files.length === 0) return;
  await sql`
    insert into merged_file (record_id, source_id, target_id)
    select ${recordId}, source_id, target_id
    from ${rowsAs('merge', files, { sourceId: 'text', targetId: 'text' })} on conflict do nothing`.execute(
    tx,
  );
}

/**
 * Returns the ids of a file and of the files that were merged into it, directly or one after the other.
 * @param recordId null when it is unknown: the file may not exist any more
 */
export async function withMergedFiles(
  db: Kysely<DB>,
  { recordId, fileId }: { recordId: string | null; fileId: string },
): Promise<string[]> {
  const inRecord = recordId === null ? sql`true` : sql`m.record_id = ${recordId}`;
  const { rows } = await sql<{ id: string }>`
    with recursive merged (id) as (
      select ${fileId}::text
      union
      select m.source_id::text from merged join merged_file m on ${inRecord} and m.target_id = merged.id
    )
    select id from merged`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the files into which files were merged, directly or one after the other, by merged file. */
export async function mergeTargets(
  db: Kysely<DB>,
  recordId: string,
  fileIds: readonly string[],
): Promise<{ sourceId: string; targetId: string }[]> {
  const { rows } = await sql<{ sourceId: string; targetId: string }>`
    with recursive merged (source_id, target_id) as (
      select m.source_id::text, m.target_id::text
      from merged_file m where m.record_id = ${recordId} and m.source_id = any(${[...fileIds]}::text[])
      union
      select merged.source_id, m.target_id::text
      from merged join merged_file m on m.record_id = ${recordId} and m.source_id = merged.target_id
    )
    select source_id, target_id from merged`.execute(db);
  return rows;
}
