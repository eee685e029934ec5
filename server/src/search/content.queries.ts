import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { Condition } from './conditions.queries.ts';

/** All words, the last one as the start of a word; null when the text has no word. */
const queryOf = (words: string) => sql`
  (select case when numnode(q) = 0 then null else (q::text || ':*')::tsquery end
   from plainto_tsquery('simple', ${words}) as q)`;

/** SEARCH-26: texts `d` with their files `i`, for use after `from`; only texts of current versions. */
export const filesByText = (recordId: string): Condition => sql`
  document_text d
  join version v on v.blob_id = d.blob_id and v.record_id = ${recordId}
  join item i on i.record_id = v.record_id and i.id = v.file_id and i.current_version_id = v.id`;

/** The condition that a text `d` of `filesByText` contains the words. */
export const textCondition = (recordId: string, words: string): Condition =>
  sql`d.record_id = ${recordId} and d.words @@ ${queryOf(words)}`;

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
