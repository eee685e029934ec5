import type { Transaction } from 'kysely';
import { storeMergedFiles } from '../history/index.ts';
import { carryMergedHolds, forgetHeldItems } from '../holds/index.ts';
import type { DB } from '../platform/database/index.ts';
import {
  adjustFolders,
  additionChange,
  type Authorship,
  type CounterChange,
  removalChange,
} from '../tree/index.ts';
import { announcePlan } from './announce-items.ts';
import { auditMove } from './audit-plan.ts';
import { removedFolderChange, sumByFolder } from './counters.ts';
import {
  deleteItems,
  moveTrashedItems,
  hideItems,
  moveVersions,
  placeItems,
  renewHeads,
} from './move.queries.ts';
import type { Placement, PlannedMerge, Plan } from './merge-rules.ts';

/**
 * Carries out the plan of a move or a rename and updates the counters. Files keep their versions, dates and history
 * (D-15, D-44). A merged file gives its versions to its target, and its row is deleted (D-13). The caller takes the
 * record's lock (`lockRecord`) before it makes the plan.
 */
export async function carryOutMove(
  tx: Transaction<DB>,
  { recordId, plan, change }: { recordId: string; plan: Plan; change: Authorship },
): Promise<void> {
  const { placed, merged } = plan;
  announcePlan(tx, recordId, { plan, isMove: true });
  await auditMove(tx, { recordId, plan });
  const coming = placed.map(({ item, into }) => additionChange(item, into.id));
  const leaving = placed.map(({ item }) => removalChange(item));
  if (merged.length === 0) {
    // No folder above a moved item moves, so one statement can update the old and the new folders.
    await Promise.all([
      placeArrivals(tx, recordId, { placed, change }),
      adjustFolders(tx, recordId, sumByFolder([...leaving, ...coming])),
    ]);
    return;
  }
  const files = merged.filter(({ item }) => item.kind === 'file');
  const folders = merged.filter(({ item }) => item.kind === 'folder');
  leaving.push(...files.map(({ item }) => removalChange(item)));
  leaving.push(...folders.map(({ item }) => removedFolderChange(item)));
  await carryMergedHolds(tx, recordId, merged.map(mergeOf));
  // Removals are counted in the old tree and additions in the new one, because the folders themselves can move.
  await adjustFolders(tx, recordId, sumByFolder(leaving));
  await moveTrashedItems(tx, recordId, folders.map(mergeOf));
  // The items are hidden first, because an item can get the folder and name of another item that leaves.
  const moved = [...placed, ...merged].map(({ item }) => item.id);
  await hideItems(tx, recordId, { ids: moved, at: change.at });
  await placeArrivals(tx, recordId, { placed, change });
  const grown = await mergeFiles(tx, recordId, files);
  const mergedIds = merged.map(({ item }) => item.id);
  await deleteItems(tx, recordId, mergedIds);
  await forgetHeldItems(tx, recordId, mergedIds);
  await adjustFolders(tx, recordId, sumByFolder([...coming, ...grown]));
}

async function placeArrivals(
  tx: Transaction<DB>,
  recordId: string,
  { placed, change }: { placed: readonly Placement[]; change: Authorship },
): Promise<void> {
  const items = placed.map(({ item, name, into }) => ({ id: item.id, parentId: into.id, name }));
  await placeItems(tx, recordId, { items, change });
}

const mergeOf = ({ item, target }: PlannedMerge) => ({ sourceId: item.id, targetId: target.id });

/** @returns the change in bytes of the targets' folders */
async function mergeFiles(
  tx: Transaction<DB>,
  recordId: string,
  files: readonly PlannedMerge[],
): Promise<CounterChange[]> {
  const merges = files.map(mergeOf);
  await moveVersions(tx, recordId, merges);
  await storeMergedFiles(tx, recordId, merges);
  const targets = new Map(files.map((merge) => [merge.target.id, merge]));
  const heads = await renewHeads(tx, recordId, [...targets.keys()]);
  return heads.flatMap(({ id, sizeBytes }) => {
    const merge = targets.get(id);
    return merge === undefined
      ? []
      : [{ folderId: merge.into.id, bytes: sizeBytes - merge.target.sizeBytes }];
  });
}
