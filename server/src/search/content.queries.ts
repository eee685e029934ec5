import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { Condition } from './conditions.queries.ts';

/** All words, the last one as the start of a word; null when the text has no word. */
const queryOf = (words: string) => sql`
  (select case when numnode(q) = 0 then null else (q::text || ':*')::tsquery end
   from plainto_tsquery('simple', ${words}) as q)`;

/**
 * SEARCH-26: texts `d` with their files `i`, for use after `from`; only texts of current versions. `offset 0` and
 * `limit` make PostgreSQL look up each found text: other plans read all files of the record, or a shared content in all
 * records.
 */
export const filesByText = (recordId: string): Condition => sql`
  document_text d
  cross join lateral (
    select id, file_id from version where record_id = ${recordId} and blob_id = d.blob_id offset 0
  ) v
  cross join lateral (select * from item where record_id = ${recordId} and id = v.file_id limit 1) i`;

/** The condition that a text of `filesByText` contains the words and belongs to the current version. */
export const textCondition = (recordId: string, words: string): Condition =>
  sql`d.record_id = ${recordId} and d.words @@ ${queryOf(words)} and i.current_version_id = v.id`;

/** Characters before and around the words of an excerpt. */
const BEFORE = 30;
const CONTEXT_LENGTH = 320;

/**
 * Returns the text around the first word, for those files whose text contains all words.
 * @param words search text
 * @param first the word to locate, in lower case
 */
export async function textAround(
  db: Kysely<DB>,
  {
    recordId,
    versionIds,
    words,
    first,
  }: { recordId: string; versionIds: readonly string[]; words: string; first: string },
): Promise<Map<string, { text: string; isBeginning: boolean; isEnd: boolean }>> {
  const { rows } = await sql<{ versionId: string; text: string; isBeginning: boolean; isEnd: boolean }>`
    select v.id as "versionId", substr(d.content, p.start, ${CONTEXT_LENGTH}) as text,
      p.start = 1 as "isBeginning", p.start + ${CONTEXT_LENGTH} > length(d.content) as "isEnd"
    from version v
    join document_text d on d.record_id = v.record_id and d.blob_id = v.blob_id
    cross join lateral (
      select greatest(1, strpos(lower(d.content), ${first}) - ${BEFORE}) as start
    ) p
    where v.id = any(${versionIds}::uuid[]) and v.record_id = ${recordId} and d.words @@ ${queryOf(words)}`.execute(
    db,
  );
  return new Map(rows.map(({ versionId, ...around }) => [versionId, around]));
}
