import { type Transaction, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

/**
 * Assigns the previews and downloads of merged files to the files they were merged into (D-13, HISTORY-02). The entries of
 * the audit stay with the merged file, so its target is stored for them (AUDIT-09).
 */
export async function followMergedFiles(
  tx: Transaction<DB>,
  recordId: string,
  files: readonly { sourceId: string; targetId: string }[],
): Promise<void> {
  if (files.length === 0) return;
  await sql`
    update access set relation_id = merge.target_id
    from ${rowsAs('merge', files, { sourceId: 'text', targetId: 'text' })}
    where access.record_id = ${recordId} and access.relation_id = merge.source_id
      and access.kind = 'Download'`.execute(tx);
  await sql`
    insert into merged_file (record_id, source_id, target_id)
    select ${recordId}, source_id, target_id
    from ${rowsAs('merge', files, { sourceId: 'text', targetId: 'text' })} on conflict do nothing`.execute(
    tx,
  );
}
