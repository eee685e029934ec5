import { type RestoredItem, UPLOAD_CATEGORY } from '@vault/contract';
import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import type { Caller } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import {
  adjustFolders,
  type Change,
  claimNames,
  ensureFolders,
  resolveFolder,
  splitPath,
} from '../tree/index.ts';
import { lockEntries } from './entries.ts';
import type { TrashParts } from './parts.ts';
import { bringBack, foldersAbove, type TrashedItem } from './queries.ts';
import { type Round, roundsOf } from './rounds.ts';

/**
 * C37: brings items back to the folder in which they lay, wherever it is now. One that is gone or in the trash itself
 * is made anew as a plain folder at its original path (D-25); a name that is taken meanwhile gets a number (D-26).
 * Folders come back before what lay in them, whatever the order of the ids. What is not in the trash is skipped.
 * @returns where the items are now, in the order in which they came back (USE-45)
 * @throws E11 when an id belongs to a record that is closed to the caller, E4 when none of them is in the trash
 */
export async function restoreItems(
  { database, clock }: TrashParts,
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
  { items, change }: { items: readonly TrashedItem[]; change: Change },
): Promise<RestoredItem[]> {
  const restored: RestoredItem[] = [];
  const parents = items.flatMap(({ parentId }) => parentId ?? []);
  for (const round of roundsOf(items, await foldersAbove(tx, recordId, parents))) {
    restored.push(...(await restoreRound(tx, recordId, { ...round, change })));
  }
  announce(tx, { recordId, type: 'trash' });
  return restored;
}

interface RoundToRestore extends Round<TrashedItem> {
  change: Change;
}

async function restoreRound(
  tx: Transaction<DB>,
  recordId: string,
  round: RoundToRestore,
): Promise<RestoredItem[]> {
  const parentOf = await parentsOf(tx, recordId, round);
  const claims = round.items.map((item) => ({ ...item, parentId: parentOf(item) }));
  const names = await claimNames(tx, recordId, claims);
  const items = claims.map((claim, index) => ({ ...claim, name: names[index] ?? claim.name }));
  await bringBack(tx, recordId, { items, change: round.change });
  announce(tx, { recordId, type: 'list', folderIds: items.map(({ parentId }) => parentId) });
  if (items.some(({ kind }) => kind === 'folder')) announce(tx, { recordId, type: 'tree' });
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
  return items.map(({ id, name, parentId }) => ({ id, name, folderSfid: parentId }));
}

/** @returns the live folder that an item comes back to; where that is gone it is made anew (D-25) */
async function parentsOf(
  tx: Transaction<DB>,
  recordId: string,
  { items, hasParents, change }: RoundToRestore,
): Promise<(item: TrashedItem) => string> {
  const root = await resolveFolder(tx, recordId, '');
  if (hasParents) return ({ parentId }) => parentId ?? root.id;
  const made = await ensureFolders(tx, {
    parent: root,
    paths: items.map(({ originalPath }) => originalPath),
    change,
    attributes: { shareToClient: true, category: UPLOAD_CATEGORY, asOfDate: null },
  });
  return ({ originalPath }) => made.get(normalPath(originalPath)) ?? root.id;
}

/** As `ensureFolders` writes it. */
const normalPath = (path: string): string => splitPath(path).join('/');
