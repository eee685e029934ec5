import { type RawBuilder, sql } from 'kysely';
import type { Search } from './search.ts';
import { containsPattern, wordStartPattern } from './words.ts';

/** A part of a statement. */
export type Condition = RawBuilder<unknown>;

export const allOf = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);

/** Live for itself, of the record, of the wanted kind and time: what every item `i` that is found must be. */
export function commonConditions({ recordId, items, from, to }: Search): Condition[] {
  return [
    sql`i.record_id = ${recordId}`,
    sql`i.trashed_at is null`,
    // The root is in no list.
    sql`i.parent_id is not null`,
    ...(items === 'FILE,FOLDER' ? [] : [sql`i.kind = ${items === 'FILE' ? 'file' : 'folder'}`]),
    ...(from === null ? [] : [sql`i.modified_at >= ${from}`]),
    ...(to === null ? [] : [sql`i.modified_at <= ${to}`]),
  ];
}

/** The name contains the words; without words every name does. */
export function nameConditions({ words }: Pick<Search, 'words'>): Condition[] {
  return words.trim() === '' ? [] : [sql`i.name_key like lower(${containsPattern(words)})`];
}

/** A word of the name begins with them: what the index finds for one or two letters. */
export const wordStartCondition = ({ words }: Pick<Search, 'words'>): Condition =>
  sql`i.name_key ~ lower(${wordStartPattern(words)})`;
