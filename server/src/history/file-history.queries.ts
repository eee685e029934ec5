import { sql } from 'kysely';
import { ACCESSOR } from './accessor.queries.ts';
import { type AccessList, pageOf } from './page.queries.ts';

/**
 * D-38, AUDIT-07: the previews and downloads of files, read from the audit.
 * @param ids one file, or files that were merged
 */
export function fileHistory(ids: readonly string[]): AccessList {
  const found = sql`from ${entriesOf(ids)} e`;
  return {
    page: (page) => sql`
      select 'acc' || lpad(key::text, 15, '0') as id, created_at, accessor, content, version_id,
        '{}'::text[] as file_names, 0 as file_count, null::text as given_as
      from (
        select e.id as key, e.at as created_at, ${ACCESSOR} as accessor, e.details ->> 'versionId' as version_id,
          case e.action when 'file.download' then 'Download' else 'Preview' end as content
        ${found}
      ) accesses
      ${pageOf(page)}`,
    count: sql`select count(*) as total ${found}`,
  };
}

/** The condition of the indexes audit_entry_access and audit_entry_file_access. */
export const IS_FILE_ACCESS = sql`(action in ('file.preview', 'file.download', 'office.open') and outcome = 'success')`;

/** The entries of one file are read in the order of the index; those of several files only from their parts of it. */
function entriesOf(ids: readonly string[]) {
  const [id = ''] = ids;
  if (ids.length === 1) return sql`(select * from audit_entry where object_id = ${id} and ${IS_FILE_ACCESS})`;
  return sql`unnest(${ids}::text[]) file (id) cross join lateral (
    select * from audit_entry where object_id = file.id and ${IS_FILE_ACCESS} offset 0
  )`;
}
