import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import type { DB } from '../platform/database/index.ts';
import { additionChange, adjustFolders, type Authorship } from '../tree/index.ts';
import { restoreRows, type TrashedItem } from './queries.ts';

/** An entry of the trash with the live folder and the free name that it gets. */
export interface PlacedEntry {
  entry: TrashedItem;
  parentId: string;
  name: string;
}

/**
 * Makes entries of the trash live with everything below them, and updates the counters. None of them is below another.
 * The caller holds the record's lock (`lockRecord`).
 */
export async function carryOutRestore(
  tx: Transaction<DB>,
  recordId: string,
  { placed, change }: { placed: readonly PlacedEntry[]; change: Authorship },
): Promise<void> {
  const items = placed.map(({ entry, parentId, name }) => ({ id: entry.id, parentId, name }));
  await Promise.all([
    restoreRows(tx, recordId, { items, change }),
    adjustFolders(
      tx,
      recordId,
      placed.map(({ entry, parentId }) => additionChange(entry, parentId)),
    ),
  ]);
  announce(tx, { recordId, type: 'list', folderIds: items.map(({ parentId }) => parentId) });
  announce(tx, { recordId, type: 'trash' });
  if (placed.some(({ entry }) => entry.kind === 'folder')) announce(tx, { recordId, type: 'tree' });
  await recordAudit(
    tx,
    placed.map(({ entry: { kind, id, name, originalPath }, name: toName }) => ({
      action: 'item.restore',
      recordId,
      object: { kind, id, name, path: originalPath },
      details: { toName },
    })),
  );
}
