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
 * The same as a condition that no index has: names are read one by one until there are enough. An index would list all
 * hits first, and would have to read all of itself for one or two letters.
 */
export const readNameConditions = ({ words }: Pick<Search, 'words'>): Condition[] => [
  sql`strpos(i.name_key, lower(${asCompared(words)})) > 0`,
];

/** A word of the name begins with them: what the index finds for one or two letters. */
export const wordStartCondition = ({ words }: Pick<Search, 'words'>): Condition =>
  sql`i.name_key ~ lower(${wordStartPattern(words)})`;

/**
 * The place as a condition of each item `i`. For a place that has to be climbed it needs the folders of
 * `folderSource`.
 */
export function placeConditions(place: Place): Condition[] {
  if (place.kind === 'anywhere') return [];
  if (place.kind === 'in folders') return [sql`i.parent_id = any(${place.folderIds}::text[])`];
  // `is true` keeps PostgreSQL from making a join of it, which would lose the order of the index.
  return [sql`(i.parent_id in (select id from live_folder)) is true`];
}

/** `live_folder`: the live folders from the root of a record down, or from a live folder of it. Part of a `with recursive`. */
export const folderSource = (recordId: string, belowId: string | null): Condition => sql`live_folder as (
    select id from item where record_id = ${recordId}
      and ${belowId === null ? sql`parent_id is null` : sql`id = ${belowId}`}
    union all
    select c.id from live_folder f join item c
      on c.record_id = ${recordId} and c.parent_id = f.id and c.kind = 'folder' and c.trashed_at is null
  )`;

/** What must hold for the folders above an item, all of them as `up`. */
export const whenClimbed = (belowId: string | null): Condition[] => [
  sql`bool_and(up.trashed_at is null)`,
  ...(belowId === null ? [] : [sql`bool_or(up.id = ${belowId})`]),
];
