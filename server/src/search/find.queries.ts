import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FileSortField } from '@vault/contract';
import type { DB } from '../platform/database/index.ts';
import { allOf, type Condition, placeConditions, whenClimbed } from './conditions.queries.ts';
import type { Place } from './places.ts';
import { type FoundRow, MAX_FOUND, type Search } from './search.ts';

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

/** Which rows to give back, and in which order. */
export interface Slice {
  offset: number;
  limit: number;
  sort: Search['sort'];
}

/** Where the ids of items come from: a select of `i.id` from item, bounded by itself. */
export type Hits = RawBuilder<unknown>;

/** Items by conditions of their own rows. @returns at most one more than MAX_FOUND: enough to know that there are more */
export const hitsWhere = (conditions: readonly Condition[]): Hits =>
  sql`select i.id from item i where ${allOf(conditions)} limit ${MAX_FOUND + 1}`;

/** Hits of two kinds, each once. */
export const eitherOf = (hits: readonly Hits[]): Hits =>
  sql.join(
    hits.map((one) => sql`(${one})`),
    sql` union `,
  );

/** A page of all hits. */
export interface HitsPage {
  rows: FoundRow[];
  /** those in the right place */
  total: number;
  /** there may be more than were looked at */
  isCut: boolean;
}

/** A page of hits: they are sorted here, and those that lie in the trash or elsewhere left out. */
export async function pageOfHits(
  db: Kysely<DB>,
  hits: Hits,
  place: Place,
  { recordId, offset, limit, sort }: Slice & { recordId: string },
): Promise<HitsPage> {
  const { rows } = await sql<(FoundRow | { id: null }) & { hits: number; total: number }>`
    with recursive hit as materialized (${hits}), found as (
      select i.* from hit join item i on i.record_id = ${recordId} and i.id = hit.id
    ) ${climbed(recordId, place)}, listed as materialized (select i.* from found i ${placed(place)})
    select counts.hits, counts.total, page.*
    from (
      select (select count(*)::int from hit) as hits, (select count(*)::int from listed) as total
    ) counts left join (
      select row_number() over (order by i.kind desc, ${orderOf(sort)}) as position, ${ROW}
      from listed i order by position limit ${limit} offset ${offset}
    ) page on true
    order by page.position`.execute(db);
  const found = rows.filter((row): row is typeof row & FoundRow => row.id !== null);
  return { rows: found, total: rows[0]?.total ?? 0, isCut: (rows[0]?.hits ?? 0) > MAX_FOUND };
}

function placed(place: Place) {
  if (place.kind === 'climb') return sql`join placed on placed.origin = i.parent_id`;
  return place.kind === 'in folders' ? sql`where i.parent_id = any(${place.folderIds}::text[])` : sql``;
}

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

/**
 * A slice of what is frequent: items are looked at in the order in which they are shown until there are enough, folders
 * before files.
 */
export async function sliceInOrder(
  db: Kysely<DB>,
  conditions: readonly Condition[],
  place: Place,
  { recordId, offset, limit, sort }: Slice & { recordId: string },
): Promise<FoundRow[]> {
  const ofKind = (kind: FoundRow['kind']) => sql`(
    select i.record_id as "recordId", ${ROW} from item i
    where ${allOf([...conditions, sql`i.kind = ${sql.lit(kind)}`, ...placeConditions(place)])}
    order by ${orderOf(sort)}
    limit ${offset + limit}
  )`;
  const { rows } = await sql<FoundRow>`
    select * from (${ofKind('folder')} union all ${ofKind('file')}) as found
    where "recordId" = ${recordId}
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
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
