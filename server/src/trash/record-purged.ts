import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { systemContext } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';
import { itemsInPurgedFolders } from './purged-items.queries.ts';

/**
 * AUDIT-01: records each item that a permanently deleted folder contained, in the transaction that deletes its row, as
 * an act of the person who deleted the folder, at that time. The deleted folder itself was recorded by that call.
 */
export async function recordPurged(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<void> {
  const items = await itemsInPurgedFolders(tx, recordId, itemIds);
  await recordAudit(
    tx,
    items.map(({ id, kind, name, path, sizeBytes, deletedWith, deletedAt, deletedBy }) => ({
      action: 'item.purge',
      recordId,
      object: { kind, id, name, path },
      details: { deletedWith, ...(kind === 'file' && { sizeBytes }) },
      at: deletedAt,
      by: deletedBy ?? systemContext(),
    })),
  );
}
