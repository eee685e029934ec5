import { sql } from 'kysely';
import { type Check, DERIVED, rowCheck } from './check.ts';
import { IS_KEPT, PURGED } from './purged.queries.ts';

interface CounterRow {
  recordId: string;
  folderId: string;
  /** how much the stored number is too high; negative: too low */
  folders: number;
  files: number;
  bytes: number;
}

/** Far more than the depth of a folder, so that a cycle ends too. */
const MAX_STEPS = 1000;

/**
 * A folder's counters against its children (docs/decisions/counters.md): if each folder agrees with its children, all
 * of them agree with a recomputation from the files up. Only where a folder differs, the difference is carried up to
 * the folders above it: those that are really wrong remain.
 */
const WRONG_COUNTERS = sql<CounterRow>`
  with recursive ${PURGED}, counted as (
    select record_id, parent_id as id, count(*) filter (where kind = 'folder') as folders,
      count(*) filter (where kind = 'file') as files,
      sum(case kind when 'file' then size_bytes else subtree_bytes end)::bigint as bytes
    from item where trashed_at is null and parent_id is not null group by record_id, parent_id
  ), difference as materialized (
    select i.record_id, i.id, i.folder_count - coalesce(c.folders, 0) as folders,
      i.file_count - coalesce(c.files, 0) as files, i.subtree_bytes - coalesce(c.bytes, 0) as bytes
    from item i left join counted c on c.record_id = i.record_id and c.id = i.id
    where i.kind = 'folder' and ${IS_KEPT}
      and (i.folder_count, i.file_count, i.subtree_bytes)
        <> (coalesce(c.folders, 0), coalesce(c.files, 0), coalesce(c.bytes, 0))
  ), up (record_id, id, bytes, steps) as (
    select record_id, id, bytes, 0 from difference where bytes <> 0
    union all
    select i.record_id, i.parent_id, up.bytes, up.steps + 1
    from up join item i on i.record_id = up.record_id and i.id = up.id
    where i.trashed_at is null and i.parent_id is not null and up.steps < ${sql.lit(MAX_STEPS)}
  ), wrong as (
    select record_id, id as folder_id, sum(folders)::int as folders, sum(files)::int as files,
      sum(bytes)::bigint as bytes
    from (
      select record_id, id, folders, files, 0 as bytes from difference
      union all
      select record_id, id, 0, 0, bytes from up
    ) parts group by record_id, id
  )
  select * from wrong where folders <> 0 or files <> 0 or bytes <> 0 order by record_id, folder_id`;

export const COUNTER_CHECKS: readonly Check[] = [
  rowCheck<CounterRow>({
    name: 'counters.folder',
    rows: () => WRONG_COUNTERS,
    text: ({ recordId, folderId, folders, files, bytes }) =>
      `Folder ${folderId} of record ${recordId} counts ${differences({ folders, files, bytes })}.`,
    advice: DERIVED,
  }),
  rowCheck<{ recordId: string; stored: number; counted: number }>({
    name: 'counters.record',
    rows: () => sql`
      select r.id as record_id, r.stored_bytes as stored, coalesce(v.bytes, 0) as counted from record r
      left join (select record_id, sum(size_bytes)::bigint as bytes from version group by record_id) v
        on v.record_id = r.id
      where r.stored_bytes <> coalesce(v.bytes, 0)`,
    text: ({ recordId, stored, counted }) =>
      `Record ${recordId} counts ${stored} bytes; its versions have ${counted}.`,
    advice: DERIVED,
  }),
];

/** '2 files too many and 300 bytes too few' */
function differences(by: Pick<CounterRow, 'folders' | 'files' | 'bytes'>): string {
  return Object.entries(by)
    .filter(([, difference]) => difference !== 0)
    .map(([what, difference]) => `${Math.abs(difference)} ${what} too ${difference > 0 ? 'many' : 'few'}`)
    .join(' and ');
}
