import type { Outcome } from '@vault/contract';
import type { Caller } from '../http/index.ts';
import { lockAndRead, mustFitAtPaths, withinRecordSize } from '../tree/index.ts';
import { carryOutCopy } from './carry-out-copy.ts';
import { carryOutMove } from './carry-out-move.ts';
import { planOneLevel, planMerge } from './planner.ts';
import { treeView } from './plan.queries.ts';
import { authorshipOf } from './authorship-of.ts';
import type { OrganiseDeps } from './deps.ts';
import { DONE, WOULD_MERGE } from './outcome.ts';
import {
  type Action,
  type Relocation,
  requestOf,
  resolveRelocation,
  movedFoldersOf,
} from './check-relocation.ts';

export interface Relocate extends Relocation {
  action: Action;
  /** true: items of the same name are merged; false: `merge` is returned and nothing changed (D-12) */
  merging: boolean;
  caller: Pick<Caller, 'id' | 'name'>;
}

const CARRY_OUT = { move: carryOutMove, copy: carryOutCopy };

/**
 * C10 to C13: moves or copies files and folders into a folder, all or none. A move keeps ids, versions and history;
 * where no names are equal it changes one row for each selected item. A copy has the current versions only, and inserts
 * rows but no bytes (D-15).
 * @returns `merge`, and nothing is changed, when names are equal and `merging` is false
 * @throws as `resolveRelocation`; 400 when a path would exceed a limit or there are too many items to copy or
 * merge; 507 when the record has no room for the copies
 */
export async function relocate(
  { database, clock, settings }: OrganiseDeps,
  { action, merging, caller, ...relocation }: Relocate,
): Promise<Outcome> {
  const { recordId } = relocation.selection;
  const characters = settings.nameCharacters;
  return database.transaction(async (tx) => {
    const resolved = await lockAndRead(tx, recordId, () =>
      resolveRelocation(tx, relocation, { action, characters }),
    );
    const view = treeView(tx, recordId);
    const request = requestOf(resolved, action);
    const plan = await (merging ? planMerge(view, request) : planOneLevel(view, request));
    if (!merging && plan.merged.length > 0) return WOULD_MERGE;
    await mustFitAtPaths(tx, recordId, movedFoldersOf(resolved));
    const size = { recordId, maxBytes: settings.recordMaxBytes, by: 'person' } as const;
    await withinRecordSize(tx, size, () =>
      CARRY_OUT[action](tx, { recordId, plan, change: authorshipOf(caller, clock) }),
    );
    return DONE;
  });
}
