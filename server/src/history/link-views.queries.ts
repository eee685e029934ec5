import { sql } from 'kysely';
import { type AccessList, pageOf } from './page.queries.ts';

/** Maximum number of file names of a view; `file_count` counts all of them (USE-13). */
const MAX_FILE_NAMES = 50;

/** The names of the files of an entry `e`: one, or the list of a view that was imported. */
const FILE_NAMES = sql`(
  select e.details ->> 'shownAs', 0::bigint where e.details ->> 'shownAs' is not null
  union all
  select * from jsonb_array_elements_text(coalesce(e.details -> 'fileNames', '[]')) with ordinality
)`;

/**
 * LINKVIEWS-06, USE-13, AUDIT-07: the views of a link, read from the audit. The entries of one opening, preview,
 * download or submission share `details.viewId`; those of programs have `isAutomatic` (AUDIT-06).
 */
export function linkViews(linkId: string): AccessList {
  const found = sql`from audit_entry e where e.link_id = ${linkId} and e.details ->> 'viewId' is not null`;
  return {
    page: (page) => sql`
      with view as (
        select e.details ->> 'viewId' as key, max(e.at) as created_at,
          case when bool_or(e.personal is null) then 'Removed' else coalesce(min(e.personal ->> 'email'), 'Public') end
            as accessor,
          case
            when bool_or(e.details -> 'isAutomatic' = 'true') then 'Automatic'
            when min(e.action) = 'link.open' then 'View'
            when min(e.action) = 'file.download' then 'Download'
            when min(e.action) = 'file.upload' then 'Upload'
            else 'Preview'
          end as content,
          count(e.details ->> 'shownAs') + coalesce(sum((e.details ->> 'fileCount')::int), 0) as file_count,
          min(e.personal ->> 'givenAs') as given_as
        ${found}
        group by e.details ->> 'viewId'
      ), page as (
        select * from view ${pageOf(page)}
      )
      select key as id, created_at, accessor, content, null::text as version_id, file_count::int, given_as,
        array(
          select n.name from audit_entry e cross join lateral ${FILE_NAMES} n (name, position)
          where e.link_id = ${linkId} and e.details ->> 'viewId' = page.key
          order by e.id, n.position limit ${sql.lit(MAX_FILE_NAMES)}
        ) as file_names
      from page ${pageOf({ ...page, slice: { offset: 0, limit: page.slice.limit } })}`,
    count: sql`select count(distinct e.details ->> 'viewId') as total ${found}`,
  };
}
