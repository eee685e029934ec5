import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { allOf, type Condition } from './conditions.ts';
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

/** As a condition of each item `i` by itself; for searches that stop early. */
export function placeConditions(place: Place): Condition[] {
  if (place.kind === 'anywhere') return [];
  if (place.kind === 'in folders') return [sql`i.parent_id = any(${place.folderIds}::text[])`];
  return [
    sql`(
      with recursive up as (
        select f.id, f.parent_id, f.trashed_at from item f where f.record_id = i.record_id and f.id = i.parent_id
        union all
        select f.id, f.parent_id, f.trashed_at from up join item f
          on f.record_id = i.record_id and f.id = up.parent_id
      )
      select ${allOf(whenClimbed(place.belowId))} from up
    )`,
  ];
}

/** What must hold for the folders above an item, all of them as `up`. */
export const whenClimbed = (belowId: string | null): Condition[] => [
  sql`bool_and(up.trashed_at is null)`,
  ...(belowId === null ? [] : [sql`bool_or(up.id = ${belowId})`]),
];
