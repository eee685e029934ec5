import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FileSortField } from '@vault/contract';
import type { DB } from '../platform/database/index.ts';
import type { ListedRow } from './item.ts';
import type { Scan } from './window.ts';

type Kind = ListedRow['kind'];

/**
 * What each order is made of; a unique column ends it, so that pages never overlap. For files each is an index of
 * item. Folders of one folder are few: they have an index by name only and are sorted by anything else.
 */
const KEYS: Record<Kind, Record<FileSortField, readonly string[]>> = {
  file: {
    name: ['name_key', 'name', 'id'],
    size: ['size_bytes', 'id'],
    createddate: ['modified_at', 'id'],
    uploadedBy: ['modified_by_key', 'id'],
  },
  folder: {
    name: ['name_key', 'name', 'id'],
    size: ['subtree_bytes', 'id'],
    createddate: ['modified_at', 'id'],
    uploadedBy: ['modified_by_key', 'id'],
  },
};

/** Which rows of one kind to read, and in which order they stand. */
export interface Segment {
  kind: Kind;
  field: FileSortField;
  descending: boolean;
  scan: Scan;
}

/**
 * The rows of a page, in one query. Ids first, from the index alone, whatever is skipped on the way; then the rows
 * of this page. An order downwards is the same index read backwards.
 */
export async function rowsOfPage(
  db: Kysely<DB>,
  folder: { recordId: string; id: string },
  segments: readonly Segment[],
): Promise<ListedRow[]> {
  if (segments.length === 0) return [];
  const parts = segments.map((segment) => sql`(${segmentQuery(folder, segment)})`);
  const { rows } = await sql<ListedRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

/** Exported for the test that looks at its plan. */
export function segmentQuery(
  folder: { recordId: string; id: string },
  { kind, field, descending, scan }: Segment,
): RawBuilder<ListedRow> {
  const order = (downwards: boolean) =>
    sql.raw(KEYS[kind][field].map((key) => `${key} ${downwards ? 'desc' : 'asc'}`).join(', '));
  const numbering = sql.raw(scan.backwards ? 'desc' : 'asc');
  return sql<ListedRow>`
    select i.id, i.kind, i.name,
      case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end as size_bytes,
      i.modified_at, i.modified_by, i.version_count, i.external_id, i.current_version_id
    from (
      select id, row_number() over () as position from (
        select id from item
        where record_id = ${folder.recordId} and parent_id = ${folder.id} and kind = ${sql.lit(kind)}
          and trashed_at is null
        order by ${order(descending !== scan.backwards)}
        limit ${scan.limit} offset ${scan.offset}
      ) as scanned
    ) as page
    join item i on i.record_id = ${folder.recordId} and i.id = page.id
    order by page.position ${numbering}`;
}
