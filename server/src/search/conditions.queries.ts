import { type RawBuilder, sql } from 'kysely';
import type { SearchScope } from './scope.ts';
import type { Search } from './search.ts';
import { asCompared, containsPattern, wordStartPattern } from './words.ts';

/** A part of an SQL statement. */
export type Condition = RawBuilder<unknown>;

export const allOf = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);

/** Conditions of every item `i` of the result: not in the trash itself, and of the wanted kind and time. */
function itemConditions({ items, from, to }: Search): Condition[] {
  return [
    sql`i.trashed_at is null`,
    // The root is never listed.
    sql`i.parent_id is not null`,
    ...(items === 'FILE,FOLDER' ? [] : [sql`i.kind = ${items === 'FILE' ? 'file' : 'folder'}`]),
    ...(from === null ? [] : [sql`i.modified_at >= ${from}`]),
    ...(to === null ? [] : [sql`i.modified_at <= ${to}`]),
  ];
}

/** Conditions of every item `i` of the result, except its words and its location. */
export const commonConditions = (search: Search): Condition[] => [
  sql`i.record_id = ${search.recordId}`,
  ...itemConditions(search),
];

/** The name contains the words; no condition without words. */
export function nameConditions({ words }: Pick<Search, 'words'>): Condition[] {
  return words.trim() === '' ? [] : [sql`i.name_key like lower(${containsPattern(words)})`];
}

/**
 * The same condition in a form that no index supports. Names are read one by one until there are enough results. An
 * index would first collect all matches, and for one or two letters it would be read completely.
 */
export const readNameConditions = ({ words }: Pick<Search, 'words'>): Condition[] => [
  sql`strpos(i.name_key, lower(${asCompared(words)})) > 0`,
];

/** A word of the name starts with the text: the condition that the index supports for one or two letters. */
export const wordStartCondition = ({ words }: Pick<Search, 'words'>): Condition =>
  sql`i.name_key ~ lower(${wordStartPattern(words)})`;

/** Conditions of each item `i` for a location. A location of kind 'ancestors' needs the folders of `folderSource`. */
export function scopeConditions(scope: SearchScope): Condition[] {
  if (scope.kind === 'anywhere') return [];
  if (scope.kind === 'in folders') return [sql`i.parent_id = any(${scope.folderIds}::text[])`];
  // `is true` prevents a join in PostgreSQL, which would lose the order of the index.
  return [sql`(i.parent_id in (select id from live_folder)) is true`];
}

/**
 * `live_folder`, a part of a `with recursive`: a live folder or the root of a record, with all live folders below it.
 */
export const folderSource = (recordId: string, belowId: string | null): Condition => sql`live_folder as (
    select id from item where record_id = ${recordId}
      and ${belowId === null ? sql`parent_id is null` : sql`id = ${belowId}`}
    union all
    select c.id from live_folder f join item c
      on c.record_id = ${recordId} and c.parent_id = f.id and c.kind = 'folder' and c.trashed_at is null
  )`;

/** Conditions that every ancestor of an item must meet; `up` contains the ancestors. */
export const ancestorConditions = (belowId: string | null): Condition[] => [
  sql`bool_and(up.trashed_at is null)`,
  ...(belowId === null ? [] : [sql`bool_or(up.id = ${belowId})`]),
];
