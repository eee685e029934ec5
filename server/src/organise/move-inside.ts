import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { type Authorship, type Folder, liveItemsOfRecord } from '../tree/index.ts';
import { carryOutMove } from './carry-out-move.ts';
import { targetFolderOf } from './check-relocation.ts';
import { planOneLevel } from './planner.ts';
import { treeView } from './plan.queries.ts';

/** A file with its new folder and its new name, which is allowed. */
export interface FilePlacement {
  id: string;
  name: string;
  into: Pick<Folder, 'id' | 'path'>;
}

/**
 * Moves and renames files of one record within the caller's transaction. Each keeps its id, versions and history. The
 * caller holds the record's lock (`lockRecord`).
 * @returns the ids of the moved files; those that are no longer live, and those whose new place is taken, stay
 */
export async function moveInside(
  tx: Transaction<DB>,
  recordId: string,
  { files, change }: { files: readonly FilePlacement[]; change: Authorship },
): Promise<Set<string>> {
  const live = await liveItemsOfRecord(
    tx,
    recordId,
    files.map(({ id }) => id),
  );
  const placements = files.flatMap(({ id, name, into }) => {
    const file = live.get(id);
    if (file?.kind !== 'file' || file.parent === null) return [];
    return [{ item: { ...file, parentId: file.parent.id }, name, into: targetFolderOf(into) }];
  });
  const { placed } = await planOneLevel(treeView(tx, recordId), { placements, leaving: new Set() });
  await carryOutMove(tx, { recordId, plan: { placed, merged: [] }, change });
  return new Set(placed.map(({ item }) => item.id));
}
