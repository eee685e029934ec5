import { type RawBuilder, sql } from 'kysely';
import type { Place } from './places.ts';
import type { Search } from './search.ts';
import { asCompared, containsPattern, wordStartPattern } from './words.ts';

/** A part of a statement. */
export type Condition = RawBuilder<unknown>;

export const allOf = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);

/** Live for itself, of the wanted kind and time: what every item `i` that is found must be. */
function itemConditions({ items, from, to }: Search): Condition[] {
  return [
    sql`i.trashed_at is null`,
    // The root is in no list.
    sql`i.parent_id is not null`,
    ...(items === 'FILE,FOLDER' ? [] : [sql`i.kind = ${items === 'FILE' ? 'file' : 'folder'}`]),
    ...(from === null ? [] : [sql`i.modified_at >= ${from}`]),
    ...(to === null ? [] : [sql`i.modified_at <= ${to}`]),
  ];
}

/** What every item `i` that is found must be, besides its words and its place. */
export const commonConditions = (search: Search): Condition[] => [
  sql`i.record_id = ${search.recordId}`,
  ...itemConditions(search),
];

/** The name contains the words; without words every name does. */
export function nameConditions({ words }: Pick<Search, 'words'>): Condition[] {
  return words.trim() === '' ? [] : [sql`i.name_key like lower(${containsPattern(words)})`];
}

/**
 * The same for frequent words: no index knows this condition, so that items are looked at until there are enough. An
 * index would list all of them first.
 */
export const frequentNameConditions = ({ words }: Pick<Search, 'words'>): Condition[] =>
  words.trim() === '' ? [] : [sql`strpos(i.name_key, lower(${asCompared(words)})) > 0`];

/** A word of the name begins with them: what the index finds for one or two letters. */
export const wordStartCondition = ({ words }: Pick<Search, 'words'>): Condition =>
  sql`i.name_key ~ lower(${wordStartPattern(words)})`;

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
