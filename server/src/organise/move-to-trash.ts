import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import {
  liveSelectedItems,
  mustSelectSomething,
  type SelectedItem,
  selectedItemsOfCaller,
  type Selection,
  topmost,
} from '../selection/index.ts';
import { adjustFolders, removalChange, liveItemsOfCaller, lockRecords } from '../tree/index.ts';
import { announceItems } from './announce-items.ts';
import { insertTrash } from './trash.queries.ts';

/**
 * The selection of a caller: items by id, from any of their records, or items and folder paths of one record (D-40).
 */
export type TrashSelection = { ids: readonly string[] } | Selection;

/**
 * C09: moves files and folders to the trash, all or none. Items that are already there are skipped; an item selected
 * together with a folder above it is part of that folder's entry (D-24). The cost does not depend on the number of
 * items below.
 * @throws P16 for an empty selection and for the root, E11 when an id belongs to a closed record, E4 when none of them
 * is live
 */
export async function moveToTrash(
  { database, clock }: { database: Database; clock: Clock },
  caller: Pick<Caller, 'id' | 'name' | 'records'>,
  selection: TrashSelection,
): Promise<void> {
  await database.transaction((tx) => trashInside(tx, caller, { selection, at: clock.now() }));
}

/** Does the same as `moveToTrash` in the caller's transaction. */
export async function trashInside(
  tx: Transaction<DB>,
  caller: Pick<Caller, 'id' | 'name' | 'records'>,
  { selection, at }: { selection: TrashSelection; at: Date },
): Promise<void> {
  mustSelectSomething({ paths: [], ...selection });
  const recordIds = await recordsOf(tx, caller, selection);
  const [, items] = await Promise.all([
    lockRecords(tx, recordIds),
    'recordId' in selection
      ? liveSelectedItems(tx, selection)
      : selectedItemsOfCaller(tx, caller, selection.ids),
  ]);
  if (items.length === 0) throw Errors.notFound();
  for (const [recordId, group] of Map.groupBy(items, (item) => item.recordId)) {
    await trashItems(tx, recordId, { items: topmost(group), by: caller, at });
  }
}

async function recordsOf(
  tx: Transaction<DB>,
  caller: Pick<Caller, 'records'>,
  selection: TrashSelection,
): Promise<string[]> {
  if ('recordId' in selection) return [selection.recordId];
  const items = await liveItemsOfCaller(tx, caller, selection.ids);
  return [...items.values()].map((item) => item.recordId);
}

async function trashItems(
  tx: Transaction<DB>,
  recordId: string,
  { items, by, at }: { items: readonly SelectedItem[]; by: { id: string; name: string }; at: Date },
): Promise<void> {
  const entries = items.map((item) => ({ itemId: item.id, originalPath: item.parent.path }));
  await Promise.all([
    insertTrash(tx, recordId, { entries, by, at }),
    adjustFolders(tx, recordId, items.map(removalChange)),
  ]);
  announceItems(tx, recordId, {
    folderIds: items.map(({ parentId }) => parentId),
    withFolders: items.some(({ kind }) => kind === 'folder'),
  });
  announce(tx, { recordId, type: 'trash' });
  const objects = items.map(({ kind, id, name, parent }) => ({ kind, id, name, path: parent.path }));
  await recordAudit(
    tx,
    objects.map((object) => ({ action: 'item.trash', recordId, object })),
  );
}
