import { type FileSortField, MAX_COUNTED } from '@vault/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { allOf, type Condition, folderSource, placeConditions, whenClimbed } from './conditions.queries.ts';
import { filesByText, textCondition } from './content.queries.ts';
import type { Place } from './places.ts';
import type { Found, FoundRow, Search } from './search.ts';

/** Keys of each order; the id ends it, so that pages never overlap. */
const KEYS: Record<FileSortField, readonly string[]> = {
  name: ['name_key', 'name', 'id'],
  size: ["(case kind when 'folder' then subtree_bytes else size_bytes end)", 'id'],
  createddate: ['modified_at', 'id'],
  uploadedBy: ['modified_by_key', 'id'],
};

/** Columns of a hit besides id and kind, by the order of the search: only these are kept while hits are sorted. */
const KEY_COLUMNS: Record<FileSortField, readonly string[]> = {
  name: ['name_key', 'name'],
  size: ['subtree_bytes', 'size_bytes'],
  createddate: ['modified_at'],
  uploadedBy: ['modified_by_key'],
};

const ROW = sql`
  i.id, i.parent_id as "parentId", i.kind, i.name,
  case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end as "sizeBytes",
  i.modified_at as "modifiedAt", i.modified_by as "modifiedBy", i.version_count as "versionCount",
  i.external_id as "externalId", i.current_version_id as "currentVersionId"`;

/** The parts of a search that its hits come from: conditions of items `i`, or of the texts of files. */
export interface HitSources {
  /** conditions of the names; null when names are not looked at */
  byName: readonly Condition[] | null;
  /** words of the texts; null when texts are not looked at */
  byText: string | null;
  /** conditions of every hit `i` */
  common: readonly Condition[];
}

/** What bounds the hits by name and those by text, each for themselves. */
interface Bound {
  limit: number;
  /** the first ones in this order; any when left out */
  order?: RawBuilder<unknown>;
  /** names are not read from an index in that order */
  hidesIndex?: boolean;
}

/** A select of hits, each once, by columns of `hit`. Every search is composed here. */
function hitsOf(
  { byName, byText, common }: HitSources,
  { recordId, sort }: Search,
  { limit, order, hidesIndex = false }: Bound,
): RawBuilder<unknown> {
  const names = ['id', 'kind', 'parent_id', ...KEY_COLUMNS[sort.field]];
  const columns = sql.raw(names.map((name) => `i.${name}`).join(', '));
  const selects = [
    ...(byName === null ? [] : [sql`select ${columns} from item i where ${allOf([...common, ...byName])}`]),
    ...(byText === null
      ? []
      : [
          sql`select ${columns} from ${filesByText(recordId)}
            where ${allOf([textCondition(recordId, byText), ...common])}`,
        ]),
  ];
  return sql.join(
    selects.map(
      (select) => sql`select * from (
        select * from (${select} ${hidesIndex ? sql`offset 0` : sql``}) as hit
        ${order === undefined ? sql`` : sql`order by ${order}`} limit ${limit}
      ) as bounded`,
    ),
    sql` union `,
  );
}

/** What a page of hits is read from. */
interface PageSource {
  sources: HitSources;
  place: Place;
}

/**
 * A page of at most MAX_COUNTED hits: all are read, those in another place are left out, the rest is sorted.
 * @returns null when there are more hits: see pageOfMany
 */
export async function pageOfFew(
  db: Kysely<DB>,
  search: Search,
  { sources, place }: PageSource,
): Promise<Found | null> {
  const { recordId, page, size } = search;
  const climbs = place.kind === 'climb';
  const common = climbs ? sources.common : [...sources.common, ...placeConditions(place)];
  const order = orderOf(search.sort);
  const { rows } = await sql<PageRow & { hits: number }>`
    with recursive
    found as materialized (
      ${hitsOf({ ...sources, common }, search, { limit: MAX_COUNTED + 1 })}
    )
    ${climbs ? climbed(recordId, place.belowId) : sql``},
    listed as (select * from found ${climbs ? sql`where parent_id in (select origin from placed)` : sql``}),
    chosen as (
      select id, row_number() over (order by ${order}) as position from listed
      order by position limit ${size} offset ${page * size}
    )
    select counts.*, shown.*
    from (
      select (select count(*)::int from found) as hits, (select count(*)::int from listed) as total
    ) counts left join (${shownRows(recordId)}) shown on true
    order by shown.position`.execute(db);
  return (rows[0]?.hits ?? 0) > MAX_COUNTED ? null : foundIn(rows);
}

/**
 * A page of any number of hits, counted as far as Found.total says. Names in their order are read from an index until
 * there are enough for the page and the count; another order reads all hits.
 */
export async function pageOfMany(
  db: Kysely<DB>,
  search: Search,
  { sources, place }: PageSource,
): Promise<Found> {
  const { recordId, page, size, sort } = search;
  const end = (page + 1) * size;
  const enough = Math.max(MAX_COUNTED, end) + 1;
  const placed = { ...sources, common: [...sources.common, ...placeConditions(place)] };
  const order = orderOf(sort);
  const isInIndexOrder = sort.field === 'name' && !sort.descending;
  const counted = hitsOf(placed, search, { limit: enough, ...(isInIndexOrder && { order }) });
  // Hidden, because only the first column of the index, the kind, would help a sort, and cost a read of each row.
  const sorted = isInIndexOrder
    ? sql`counted`
    : sql`(${hitsOf(placed, search, { limit: end, order, hidesIndex: true })}) as hit`;
  const { rows } = await sql<PageRow>`
    with recursive
    ${place.kind === 'climb' ? sql`${folderSource(recordId, place.belowId)},` : sql``}
    counted as materialized (${counted}),
    ordered as (select id from ${sorted} order by ${order} limit ${size} offset ${page * size}),
    chosen as (select id, row_number() over () as position from ordered)
    select counts.*, shown.*
    from (select (select least(count(*), ${enough})::int from counted) as total) counts
    left join (${shownRows(recordId)}) shown on true
    order by shown.position`.execute(db);
  return foundIn(rows);
}

type PageRow = (FoundRow | { id: null }) & { total: number };

/** The items of `chosen`, by position. */
const shownRows = (recordId: string) => sql`
  select chosen.position, ${ROW} from chosen join item i on i.record_id = ${recordId} and i.id = chosen.id`;

function foundIn(rows: readonly PageRow[]): Found {
  return {
    rows: rows.filter((row): row is FoundRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}

/** The folders that hold hits, and of them those that are in the right place. Each is climbed from once. */
const climbed = (recordId: string, belowId: string | null) => sql`, up as (
      select f.id as origin, f.id, f.parent_id, f.trashed_at
      from (select distinct parent_id from found) p join item f on f.record_id = ${recordId} and f.id = p.parent_id
      union all
      select up.origin, f.id, f.parent_id, f.trashed_at
      from up join item f on f.record_id = ${recordId} and f.id = up.parent_id
    ), placed as (select origin from up group by origin having ${allOf(whenClimbed(belowId))})`;

/** Folders before files, then the keys of the sort; by columns of a hit. */
function orderOf({ field, descending }: Search['sort']): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sql.join([sql`kind desc`, ...KEYS[field].map((key) => sql`${sql.raw(key)} ${direction}`)]);
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
