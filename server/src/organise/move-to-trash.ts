import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import {
  adjustFolders,
  type FolderChange,
  foldersByPath,
  type LiveItem,
  liveItemsOfCaller,
  liveItemsOfRecord,
  lockRecord,
} from '../tree/index.ts';
import { announceItems } from './announce-items.ts';
import { topmost } from './selection.ts';
import { insertTrash } from './trash.queries.ts';

/** What a caller selects: items by id, from any of their records, or items and folder paths of one record (D-40). */
export type TrashSelection =
  | { ids: readonly string[] }
  | { recordId: string; ids: readonly string[]; paths: readonly string[] };

/**
 * C09: moves files and folders to the trash, all or nothing. What lies there already is skipped; what is selected
 * beside a folder above it goes with that folder, in its one entry (D-24). Costs the same whatever hangs below.
 * @throws P16 for an empty selection and for the root, E11 when an id belongs to a closed record, E4 when none of
 * them is live
 */
export async function moveToTrash(
  { database, clock }: { database: Database; clock: Clock },
  caller: Pick<Caller, 'id' | 'name' | 'records'>,
  selection: TrashSelection,
): Promise<void> {
  await database.transaction((tx) => trashInside(tx, caller, { selection, at: clock.now() }));
}

/** As `moveToTrash`, as a part of a transaction. */
export async function trashInside(
  tx: Transaction<DB>,
  caller: Pick<Caller, 'id' | 'name' | 'records'>,
  { selection, at }: { selection: TrashSelection; at: Date },
): Promise<void> {
  const isEmpty = selection.ids.length === 0 && !('paths' in selection && selection.paths.length > 0);
  if (isEmpty || ('paths' in selection && selection.paths.includes(''))) throw Errors.invalidRequest();
  for (const recordId of await recordsOf(tx, caller, selection)) await lockRecord(tx, recordId);
  const items = await selectedItems(tx, caller, selection);
  if (items.some((item) => item.parent === null)) throw Errors.invalidRequest();
  if (items.length === 0) throw Errors.notFound();
  for (const [recordId, group] of Map.groupBy(items, (item) => item.recordId)) {
    await trashItems(tx, recordId, { items: topmost(group), by: caller, at });
  }
}

/** The records to lock, in one order for everybody, so that two who delete from several cannot block each other. */
async function recordsOf(
  tx: Transaction<DB>,
  caller: Pick<Caller, 'records'>,
  selection: TrashSelection,
): Promise<string[]> {
  if ('recordId' in selection) return [selection.recordId];
  const items = await liveItemsOfCaller(tx, caller, selection.ids);
  return [...new Set([...items.values()].map((item) => item.recordId))].toSorted();
}

async function selectedItems(
  tx: Transaction<DB>,
  caller: Pick<Caller, 'records'>,
  selection: TrashSelection,
): Promise<LiveItem[]> {
  if (!('recordId' in selection)) {
    return [...(await liveItemsOfCaller(tx, caller, selection.ids)).values()];
  }
  const { recordId, ids, paths } = selection;
  const folders = await foldersByPath(tx, recordId, paths);
  const folderIds = [...folders.values()].map((folder) => folder.id);
  return [...(await liveItemsOfRecord(tx, recordId, [...ids, ...folderIds])).values()];
}

async function trashItems(
  tx: Transaction<DB>,
  recordId: string,
  { items, by, at }: { items: readonly LiveItem[]; by: { id: string; name: string }; at: Date },
): Promise<void> {
  const entries = items.map((item) => ({ itemId: item.id, originalPath: item.parent?.path ?? '' }));
  await insertTrash(tx, recordId, { entries, by, at });
  await adjustFolders(tx, recordId, items.map(leavingChange));
  announceItems(tx, recordId, {
    folderIds: items.map(({ parentId }) => parentId ?? ''),
    withFolders: items.some(({ kind }) => kind === 'folder'),
  });
  announce(tx, { recordId, type: 'trash' });
}

/** What an item's folder loses with it. */
function leavingChange(item: LiveItem): FolderChange {
  return {
    folderId: item.parentId ?? '',
    folders: item.kind === 'folder' ? -1 : 0,
    files: item.kind === 'file' ? -1 : 0,
    bytes: -item.sizeBytes,
  };
}
