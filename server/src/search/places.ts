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

/** So many items below a folder are looked at one by one; below more of them the indexes of the record are quicker. */
const FEW_ITEMS = 20_000;
const FEW_FOLDERS = 5000;

/** How the place of a search is best found out: the work is bounded by what lies below its folder. */
export async function placeOf(db: Kysely<DB>, { recordId, folderId }: Search): Promise<Place> {
  if (folderId !== null) {
    const below = await foldersBelow(db, { recordId, folderId, limit: FEW_FOLDERS + 1 });
    const items = below.reduce((sum, folder) => sum + folder.children, 0);
    if (below.length <= FEW_FOLDERS && items <= FEW_ITEMS) {
      return { kind: 'in folders', folderIds: below.map(({ id }) => id) };
    }
    return { kind: 'climb', belowId: folderId };
  }
  return (await hasTrashedFolder(db, recordId)) ? { kind: 'climb', belowId: null } : { kind: 'anywhere' };
}
