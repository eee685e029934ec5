import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type FileSortField, MAX_FOUND } from '@vault/contract';
import type { DB } from '../platform/database/index.ts';
import { allOf, type Condition, whenClimbed } from './conditions.queries.ts';
import type { Place } from './places.ts';
import type { Found, FoundRow, Search } from './search.ts';

/** What each order is made of; a unique column ends it, so that pages never overlap. */
const KEYS: Record<FileSortField, readonly string[]> = {
  name: ['name_key', 'name', 'id'],
  size: ["(case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end)", 'id'],
  createddate: ['modified_at', 'id'],
  uploadedBy: ['modified_by_key', 'id'],
};

const ROW = sql`
  i.id, i.parent_id as "parentId", i.kind, i.name,
  case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end as "sizeBytes",
  i.modified_at as "modifiedAt", i.modified_by as "modifiedBy", i.version_count as "versionCount",
  i.external_id as "externalId", i.current_version_id as "currentVersionId"`;

/** Where found items come from: a select of whole rows of item, bounded by itself. */
export type Hits = RawBuilder<unknown>;

/** Items by conditions of their own rows. @returns at most one more than MAX_FOUND: enough to know that there are more */
export const hitsWhere = (conditions: readonly Condition[]): Hits =>
  sql`select i.* from item i where ${allOf(conditions)} limit ${MAX_FOUND + 1}`;

/**
 * The same with all folders before the first file, as they are listed. For frequent words: they are looked at in an
 * index, and only those that are found in the table.
 */
export function foldersFirst(
  { recordId, items }: Pick<Search, 'recordId' | 'items'>,
  conditions: readonly Condition[],
): Hits {
  const idsOf = (kind: string) => sql`(
    select i.id from item i where ${allOf([...conditions, sql`i.kind = ${sql.lit(kind)}`])}
    limit ${MAX_FOUND + 1}
  )`;
  const kinds = items === 'FILE,FOLDER' ? ['folder', 'file'] : [items === 'FILE' ? 'file' : 'folder'];
  return sql`
    select i.* from (${sql.join(kinds.map(idsOf), sql` union all `)} limit ${MAX_FOUND + 1}) as hit
    join item i on i.record_id = ${recordId} and i.id = hit.id`;
}

/** Hits of two kinds, each once. */
export const eitherOf = (one: Hits, other: Hits): Hits =>
  sql`select distinct on (id) * from ((${one}) union all (${other})) as hit`;

/** A page of all hits. */
export interface HitsPage extends Found {
  /** there may be more than were looked at */
  isCut: boolean;
}

/** A page of hits: they are sorted here, and where it must be climbed, those that lie in the trash or elsewhere left out. */
export async function pageOfHits(
  db: Kysely<DB>,
  hits: Hits,
  place: Place,
  { recordId, page, size, sort }: Pick<Search, 'recordId' | 'page' | 'size' | 'sort'>,
): Promise<HitsPage> {
  // Nothing is listed behind the last item that is counted.
  const offset = Math.min(page * size, MAX_FOUND);
  const limit = Math.min(size, MAX_FOUND - offset);
  const { rows } = await sql<(FoundRow | { id: null }) & { hits: number; total: number }>`
    with recursive found as materialized (${hits})
    ${climbed(recordId, place)}, listed as (select i.* from found i ${placed(place)})
    select counts.hits, counts.total, page.*
    from (
      select (select count(*)::int from found) as hits, (select count(*)::int from listed) as total
    ) counts left join (
      select row_number() over (order by i.kind desc, ${orderOf(sort)}) as position, ${ROW}
      from listed i order by position limit ${limit} offset ${offset}
    ) page on true
    order by page.position`.execute(db);
  const found = rows.filter((row): row is typeof row & FoundRow => row.id !== null);
  const { total = 0, hits: count = 0 } = rows[0] ?? {};
  return { rows: found, total: Math.min(total, MAX_FOUND), isCut: count > MAX_FOUND };
}

const placed = (place: Place) =>
  place.kind === 'climb' ? sql`join placed on placed.origin = i.parent_id` : sql``;

/** The folders that hold hits, and of them those that are in the right place. Each is climbed from once. */
function climbed(recordId: string, place: Place) {
  if (place.kind !== 'climb') return sql``;
  return sql`, up as (
      select f.id as origin, f.id, f.parent_id, f.trashed_at
      from (select distinct parent_id from found) p join item f on f.record_id = ${recordId} and f.id = p.parent_id
      union all
      select up.origin, f.id, f.parent_id, f.trashed_at
      from up join item f on f.record_id = ${recordId} and f.id = up.parent_id
    ), placed as (select origin from up group by origin having ${allOf(whenClimbed(place.belowId))})`;
}

function orderOf({ field, descending }: Search['sort']) {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const keys = KEYS[field].map((key) => sql`${sql.raw(key.startsWith('(') ? key : `i.${key}`)} ${direction}`);
  return sql.join(keys);
}

/** How many rows PostgreSQL believes to meet the conditions; it looks at its statistics only. */
export async function estimate(db: Kysely<DB>, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from item i where ${allOf(conditions)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Sorts what uploads only appended into the index of the parts of names: each search looks through the rest. */
export async function tidyNameIndex(db: Kysely<DB>): Promise<void> {
  await sql`select gin_clean_pending_list('item_name_parts')`.execute(db);
}
