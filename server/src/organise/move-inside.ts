import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import {
  type Authorship,
  liveItemsOfRecord,
  joinPath,
  mustFitAtPaths,
  type NewPlace,
} from '../tree/index.ts';
import { carryOutMove } from './carry-out-move.ts';
import { targetFolderOf } from './check-relocation.ts';
import { planOneLevel } from './planner.ts';
import { treeView } from './plan.queries.ts';

/**
 * Moves and renames items of one record within the caller's transaction. Each keeps its id, versions and history, and a
 * folder what is in it. The caller holds the record's lock (`lockRecord`); none of the items is in another one.
 * @returns the ids of the moved items; those that are no longer live, and those whose new place is taken, stay
 * @throws 400 when the path of a folder would exceed a limit
 */
export async function moveInside(
  tx: Transaction<DB>,
  recordId: string,
  { items, change }: { items: readonly NewPlace[]; change: Authorship },
): Promise<Set<string>> {
  const ids = items.map(({ id }) => id);
  const live = await liveItemsOfRecord(tx, recordId, ids);
  const placements = items.flatMap(({ id, name, into }) => {
    const item = live.get(id);
    if (item === undefined || item.parent === null) return [];
    return [{ item: { ...item, parentId: item.parent.id }, name, into: targetFolderOf(into) }];
  });
  const { placed } = await planOneLevel(treeView(tx, recordId), { placements, leaving: new Set() });
  const folders = placed.filter(({ item }) => item.kind === 'folder');
  await mustFitAtPaths(
    tx,
    recordId,
    folders.map(({ item: { id }, name, into }) => ({
      id,
      path: live.get(id)?.path ?? '',
      newPath: joinPath(into.path, name),
    })),
  );
  await carryOutMove(tx, { recordId, plan: { placed, merged: [] }, change });
  return new Set(placed.map(({ item }) => item.id));
}
