import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { foldersBelow, hasTrashedFolder } from './scope.queries.ts';
import type { Search } from './search.ts';

/**
 * The allowed locations of items. Either the folders are known, or the ancestors of each item are read: a live item has
 * no ancestor in the trash, and an item below a folder has this folder as an ancestor.
 */
export type SearchScope =
  | { kind: 'anywhere' }
  | { kind: 'in folders'; folderIds: readonly string[] }
  | { kind: 'ancestors'; belowId: string | null };

/** A folder with more subfolders contains most of the record, so reading the ancestors of the results is faster. */
const FEW_FOLDERS = 5000;

/** Chooses how the location of a search is checked; the cost is bounded by the number of items below its folder. */
export async function scopeOf(db: Kysely<DB>, { recordId, folderId }: Search): Promise<SearchScope> {
  if (folderId !== null) {
    const folderIds = await foldersBelow(db, { recordId, folderId, limit: FEW_FOLDERS + 1 });
    return folderIds.length <= FEW_FOLDERS
      ? { kind: 'in folders', folderIds }
      : { kind: 'ancestors', belowId: folderId };
  }
  return (await hasTrashedFolder(db, recordId)) ? { kind: 'ancestors', belowId: null } : { kind: 'anywhere' };
}
