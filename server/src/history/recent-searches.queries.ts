import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { type AccessList, type Listed, pageOf, type Slice } from './page.queries.ts';

/** A search that an account made. */
export interface Search {
  recordId: string;
  /** search text as typed */
  words: string;
  account: { id: string; name: string };
  at: Date;
}

/** SEARCH-15: adds a search to the recent searches. A search without words is not added. */
export async function recordSearch(db: Kysely<DB>, search: Search): Promise<void> {
  const words = search.words.trim();
  if (words === '') return;
  const { recordId, account, at } = search;
  await sql`
    insert into recent_search (record_id, id, words, account_id, account_name, searched_at)
    values (${recordId}, ${newId('acc')}, ${words}, ${account.id}, ${account.name}, ${at})`.execute(db);
}

interface OwnSearchRow {
  id: string;
  content: string;
}

/** Returns a page of an account's own searches in a record, newest first, without repetitions (SEARCH-15). */
export async function listOwnSearches(
  db: Kysely<DB>,
  who: { recordId: string; accountId: string },
  slice: Slice,
): Promise<Listed<OwnSearchRow>> {
  const { rows } = await ownSearchesQuery(who, slice).execute(db);
  return {
    rows: rows.flatMap(({ id, content }) => (id === null || content === null ? [] : [{ id, content }])),
    total: rows[0]?.total ?? 0,
  };
}

/** The query of a page of own searches; an empty page is one row that contains only the total. */
export function ownSearchesQuery(
  { recordId, accountId }: { recordId: string; accountId: string },
  { offset, limit }: Slice,
): RawBuilder<{ id: string | null; content: string | null; total: number }> {
  return sql`
    with own as (
      select distinct on (words) words, searched_at, id from recent_search
      where record_id = ${recordId} and account_id = ${accountId}
      order by words, searched_at desc, id desc
    ), page as (
      select id, words as content, searched_at from own
      order by searched_at desc, id desc offset ${offset} limit ${limit}
    )
    select page.id, page.content, counted.total
    from (select count(*) as total from own) counted left join page on true
    order by page.searched_at desc, page.id desc`;
}

/** D-39: the searches of all people in a record. */
export function searchesIn(recordId: string): AccessList {
  const found = sql`from recent_search where record_id = ${recordId}`;
  return {
    page: (page) => sql`
      select key as id, created_at, accessor, content, null::text as version_id, '{}'::text[] as file_names,
        0 as file_count, null::text as given_as
      from (
        select id as key, searched_at as created_at, account_name as accessor, words as content ${found}
      ) searches
      ${pageOf(page)}`,
    count: sql`select count(*) as total ${found}`,
  };
}
