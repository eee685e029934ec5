import { type RestoredItem, UPLOAD_CATEGORY } from '@vault/contract';
import type { Transaction } from 'kysely';
import type { Caller } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import {
  allowLongerNames,
  type Authorship,
  claimNames,
  ensureFolders,
  resolveFolder,
  splitPath,
} from '../tree/index.ts';
import { carryOutRestore } from './carry-out-restore.ts';
import { lockEntries } from './entries.ts';
import type { TrashDeps } from './deps.ts';
import { foldersAbove, type TrashedItem } from './queries.ts';
import { type RestoreStep, restoreOrderOf } from './restore-order.ts';

/**
 * C37: restores items to their folders, even when these were moved or renamed. A folder that is deleted or in the trash
 * is created as a plain folder at its original path (D-25); a name that is in use gets a number (D-26). Folders are
 * restored before the items inside them, for any order of the ids. Ids that are not in the trash are skipped.
 * @returns the current locations of the items, in the order of the restore (USE-45)
 * @throws E11 when an id belongs to a record that is closed to the caller, E4 when none of them is in the trash
 */
export async function restoreItems(
  { database, clock }: TrashDeps,
  caller: Pick<Caller, 'id' | 'name' | 'records'>,
  ids: readonly string[],
): Promise<RestoredItem[]> {
  return database.transaction(async (tx) => {
    const entries = await lockEntries(tx, caller, ids);
    const change = { by: { id: caller.id, name: caller.name }, at: clock.now() };
    const restored: RestoredItem[] = [];
    for (const [recordId, items] of entries) {
      restored.push(...(await restoreGroup(tx, recordId, { items, change })));
    }
    return restored;
  });
}

async function restoreGroup(
  tx: Transaction<DB>,
  recordId: string,
  { items, change }: { items: readonly TrashedItem[]; change: Authorship },
): Promise<RestoredItem[]> {
  const restored: RestoredItem[] = [];
  const parents = items.flatMap(({ parentId }) => parentId ?? []);
  for (const step of restoreOrderOf(items, await foldersAbove(tx, recordId, parents))) {
    restored.push(...(await restoreStep(tx, recordId, { ...step, change })));
  }
  return restored;
}

interface StepToRestore extends RestoreStep<TrashedItem> {
  change: Authorship;
}

async function restoreStep(
  tx: Transaction<DB>,
  recordId: string,
  step: StepToRestore,
): Promise<RestoredItem[]> {
  const parentOf = await parentsOf(tx, recordId, step);
  const claims = step.items.map((item) => ({ ...item, parentId: parentOf(item) }));
  const names = await claimNames(tx, recordId, claims);
  const placed = step.items.map((entry, index) => ({
    entry,
    parentId: parentOf(entry),
    name: names[index] ?? entry.name,
  }));
  const folders = placed.filter(({ entry }) => entry.kind === 'folder');
  await allowLongerNames(
    tx,
    recordId,
    folders.map(({ entry, name }) => ({ name: entry.name, newName: name })),
  );
  await carryOutRestore(tx, recordId, { placed, change: step.change });
  return placed.map(({ entry: { id }, name, parentId }) => ({ id, name, folderSfid: parentId }));
}

/** @returns a function that returns the id of an item's live parent; a missing parent is created (D-25) */
async function parentsOf(
  tx: Transaction<DB>,
  recordId: string,
  { items, hasParents, change }: StepToRestore,
): Promise<(item: TrashedItem) => string> {
  const root = await resolveFolder(tx, recordId, '');
  if (hasParents) return ({ parentId }) => parentId ?? root.id;
  const made = await ensureFolders(tx, {
    parent: root,
    paths: items.map(({ originalPath }) => originalPath),
    change,
    attributes: { shareToClient: true, category: UPLOAD_CATEGORY, asOfDate: null },
    isRestore: true,
  });
  return ({ originalPath }) => made.get(normalPath(originalPath)) ?? root.id;
}

/** The key that `ensureFolders` returns for a path. */
const normalPath = (path: string): string => splitPath(path).join('/');
