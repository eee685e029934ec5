import { type NameCharacters, normalizeName, type Outcome } from '@vault/contract';
import type { Kysely, Transaction } from 'kysely';
import { type Caller, Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type Authorship, liveItemsOfRecord, lockAndRead } from '../tree/index.ts';
import { carryOutMove } from './carry-out-move.ts';
import { planOneLevel } from './planner.ts';
import type { Plan } from './merge-rules.ts';
import { treeView } from './plan.queries.ts';
import { authorshipOf } from './authorship-of.ts';
import type { OrganiseDeps } from './deps.ts';
import { mustHaveValidName } from './valid-name.ts';
import { DONE, WOULD_MERGE } from './outcome.ts';
import { targetFolderOf } from './check-relocation.ts';

export interface NewFileName {
  recordId: string;
  id: string;
  /** as typed; it is trimmed here (RENAME-12) */
  name: string;
}

/**
 * Returns the name as it is stored, trimmed and checked.
 * @throws E1, E2, P3
 */
export function fileNameOf(typed: string, characters: NameCharacters): string {
  const name = normalizeName(typed, characters);
  mustHaveValidName({ name, kind: 'file' }, characters);
  return name;
}

/**
 * Plans the renaming of a file as a move within its folder. If another file has the name, it is merged into that file.
 * @param name trimmed and checked
 * @throws E4 when the record has no such live file
 */
export async function planRename(db: Kysely<DB>, { recordId, id, name }: NewFileName): Promise<Plan> {
  const file = (await liveItemsOfRecord(db, recordId, [id])).get(id);
  if (file?.kind !== 'file' || file.parent === null) throw Errors.notFound();
  const item = { ...file, parentId: file.parent.id };
  return planOneLevel(treeView(db, recordId), {
    placements: [{ item, name, into: targetFolderOf(file.parent) }],
    leaving: new Set([id]),
  });
}

/**
 * C07, C08: renames a file; its date stays (D-44). A rename to the present name changes nothing.
 * @param merging true: the file is merged into a file that has the name (D-13); false: `merge` is returned
 * @returns `merge`, and nothing is changed, when a file has the name and `merging` is false
 * @throws E1, E2, P3 for the name, E4 when the record has no such live file
 */
export async function renameFile(
  { database, clock, settings: { nameCharacters } }: OrganiseDeps,
  {
    recordId,
    id,
    name: typed,
    merging,
    caller,
  }: NewFileName & {
    merging: boolean;
    caller: Pick<Caller, 'id' | 'name'>;
  },
): Promise<Outcome> {
  const name = fileNameOf(typed, nameCharacters);
  return database.transaction(async (tx) => {
    const plan = await lockAndRead(tx, recordId, () => planRename(tx, { recordId, id, name }));
    if (!merging && plan.merged.length > 0) return WOULD_MERGE;
    await carryOutMove(tx, { recordId, plan, change: authorshipOf(caller, clock) });
    return DONE;
  });
}

/**
 * Renames a file within the caller's transaction. The caller holds the record's lock (`lockRecord`) and has checked
 * that the name is allowed and free.
 * @throws E4 when the record has no such live file
 */
export async function renameInside(
  tx: Transaction<DB>,
  { change, ...wanted }: NewFileName & { change: Authorship },
): Promise<void> {
  const plan = await planRename(tx, wanted);
  await carryOutMove(tx, { recordId: wanted.recordId, plan, change });
}
