import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { foldersBelow, hasTrashedFolder } from './places.queries.ts';
import type { Search } from './search.ts';

/**
 * Where items may lie. Either the folders are known, or it is found out for each item by climbing from it: to be live
 * no folder above it may be in the trash, and to be in a folder that folder must be above it.
 */
export type Place =
  | { kind: 'anywhere' }
  | { kind: 'in folders'; folderIds: readonly string[] }
  | { kind: 'climb'; belowId: string | null };

/** Below more folders most of the record lies, and climbing from its items is quicker. */
const FEW_FOLDERS = 5000;

/** How the place of a search is best found out: the work is bounded by what lies below its folder. */
export async function placeOf(db: Kysely<DB>, { recordId, folderId }: Search): Promise<Place> {
  if (folderId !== null) {
    const folderIds = await foldersBelow(db, { recordId, folderId, limit: FEW_FOLDERS + 1 });
    return folderIds.length <= FEW_FOLDERS
      ? { kind: 'in folders', folderIds }
      : { kind: 'climb', belowId: folderId };
  }
  return (await hasTrashedFolder(db, recordId)) ? { kind: 'climb', belowId: null } : { kind: 'anywhere' };
}
