import { UPLOAD_CATEGORY } from '@vault/contract';
import type { Transaction } from 'kysely';
import { type Caller, Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import {
  adjustFolders,
  type Change,
  claimNames,
  ensureFolders,
  lockRecord,
  resolveFolder,
  splitPath,
} from '../tree/index.ts';
import { bringBack, foldersAbove, recordsOfItems, type TrashedItem, trashedItems } from './queries.ts';
import { type Round, roundsOf } from './rounds.ts';

export interface TrashParts {
  database: Database;
  clock: Clock;
}

/**
 * C37: brings items back to the folder in which they lay, wherever it is now. One that is gone or in the trash itself
 * is made anew as a plain folder at its original path (D-25); a name that is taken meanwhile gets a number (D-26).
 * Folders come back before what lay in them, whatever the order of the ids. What is not in the trash is skipped.
 * @throws E11 when an id belongs to a record that is closed to the caller, E4 when none of them is in the trash
 */
export async function restoreItems(
  { database, clock }: TrashParts,
  caller: Pick<Caller, 'id' | 'name' | 'records'>,
  ids: readonly string[],
): Promise<void> {
  await database.transaction(async (tx) => {
    const recordIds = await recordsOfItems(tx, ids);
    if (recordIds.some((recordId) => !caller.records.includes(recordId))) throw Errors.noAccess();
    // In one order for everybody, so that two who restore in several records cannot block each other.
    for (const recordId of recordIds.toSorted()) await lockRecord(tx, recordId);
    const items = await trashedItems(tx, ids);
    if (items.length === 0) throw Errors.notFound();
    const change = { by: { id: caller.id, name: caller.name }, at: clock.now() };
    for (const [recordId, group] of Map.groupBy(items, (item) => item.recordId)) {
      await restoreGroup(tx, recordId, { items: group, change });
    }
  });
}

async function restoreGroup(
  tx: Transaction<DB>,
  recordId: string,
  { items, change }: { items: readonly TrashedItem[]; change: Change },
): Promise<void> {
  const parents = items.map(({ parentId }) => parentId);
  for (const round of roundsOf(items, await foldersAbove(tx, recordId, parents))) {
    await restoreRound(tx, recordId, { ...round, change });
  }
}

interface RoundToRestore extends Round<TrashedItem> {
  change: Change;
}

async function restoreRound(tx: Transaction<DB>, recordId: string, round: RoundToRestore): Promise<void> {
  const parents = await parentsOf(tx, recordId, round);
  const claims = round.items.map((item) => ({ ...item, parentId: parents.get(item.id) ?? item.parentId }));
  const names = await claimNames(tx, recordId, claims);
  const items = claims.map((claim, index) => ({ ...claim, name: names[index] ?? claim.name }));
  await bringBack(tx, recordId, { items, change: round.change });
  await adjustFolders(
    tx,
    recordId,
    items.map(({ parentId, kind, sizeBytes }) => ({
      folderId: parentId,
      folders: kind === 'folder' ? 1 : 0,
      files: kind === 'file' ? 1 : 0,
      bytes: sizeBytes,
    })),
  );
}

/** @returns by item the live folder that it comes back to; where that is gone it is made anew (D-25) */
async function parentsOf(
  tx: Transaction<DB>,
  recordId: string,
  { items, hasParents, change }: RoundToRestore,
): Promise<Map<string, string>> {
  if (hasParents) return new Map(items.map(({ id, parentId }) => [id, parentId]));
  const root = await resolveFolder(tx, recordId, '');
  const made = await ensureFolders(tx, {
    parent: root,
    paths: items.map(({ originalPath }) => originalPath),
    change,
    attributes: { shareToClient: true, category: UPLOAD_CATEGORY, asOfDate: null },
  });
  return new Map(items.map(({ id, originalPath }) => [id, made.get(normalPath(originalPath)) ?? root.id]));
}

/** As `ensureFolders` writes it. */
const normalPath = (path: string): string => splitPath(path).join('/');
