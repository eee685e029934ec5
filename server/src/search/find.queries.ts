import { type FileSortField, MAX_COUNTED } from '@vault/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { CURRENT_IS_DAMAGED } from '../blobs/index.ts';
import { type DB, PLANNED_FOR_VALUES } from '../platform/database/index.ts';
import {
  allOf,
  type Condition,
  folderSource,
  scopeConditions,
  ancestorConditions,
} from './conditions.queries.ts';
import { filesByText, textCondition } from './content.queries.ts';
import type { SearchScope } from './scope.ts';
import type { Found, FoundRow, Search } from './search.ts';

/** The best plan depends on the words, and on the size of the record. */
const FOR_VALUES = sql.raw(PLANNED_FOR_VALUES);

/** Columns of each order; the id is last, so that pages never overlap. */
const KEYS: Record<FileSortField, readonly string[]> = {
  name: ['name_key', 'name', 'id'],
  size: ["(case kind when 'folder' then subtree_bytes else size_bytes end)", 'id'],
  createddate: ['modified_at', 'id'],
  uploadedBy: ['modified_by_key', 'id'],
};

/** Columns of a result besides id and kind, by order: only these are kept for the sort. */
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
  i.external_id as "externalId", i.current_version_id as "currentVersionId",
  ${sql.raw(CURRENT_IS_DAMAGED)} as "isDamaged"`;

/** Where a search looks: in the names of items (`i`) or in the texts of files. */
export interface HitSources {
  /** conditions of names; null when names are not searched */
  byName: readonly Condition[] | null;
  /** words in texts; null when texts are not searched */
  byText: string | null;
  /** conditions of every result `i` */
  common: readonly Condition[];
}

/** Limits the results by name and those by text, each separately. */
interface Bound {
  limit: number;
  /** the first results in this order; any results by default */
  order?: RawBuilder<unknown>;
  /** prevents reading names from an index in that order */
  hidesIndex?: boolean;
}

/** Builds the select of the results without duplicates, with the columns of `hit`. All searches use it. */
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

/** The source of a page of results. */
interface PageSource {
  sources: HitSources;
  scope: SearchScope;
}

/**
 * Returns a page when there are at most MAX_COUNTED results: reads all, removes those in other locations, sorts the
 * rest.
 * @returns null when there are more results: see pageOfMany
 */
export async function pageOfFew(
  db: Kysely<DB>,
  search: Search,
  { sources, scope }: PageSource,
): Promise<Found | null> {
  const { recordId, page, size } = search;
  const readsAncestors = scope.kind === 'ancestors';
  const common = readsAncestors ? sources.common : [...sources.common, ...scopeConditions(scope)];
  const order = orderOf(search.sort);
  const { rows } = await sql<Chosen & { hits: number }>`${FOR_VALUES}
    with recursive
    found as materialized (
      ${hitsOf({ ...sources, common }, search, { limit: MAX_COUNTED + 1 })}
    )
    ${readsAncestors ? ancestorsOfFound(recordId, scope.belowId) : sql``},
    listed as (select * from found ${readsAncestors ? sql`where parent_id in (select origin from placed)` : sql``})
    select (select count(*)::int from found) as hits, (select count(*)::int from listed) as total,
      array(select id from listed order by ${order} limit ${size} offset ${page * size}) as ids`.execute(db);
  const [chosen] = rows;
  return chosen === undefined || chosen.hits > MAX_COUNTED ? null : foundOf(db, recordId, chosen);
}

/** A page of any number of results, with a total as described in Found.total. */
export async function pageOfMany(db: Kysely<DB>, search: Search, source: PageSource): Promise<Found> {
  const isInIndexOrder = search.sort.field === 'name' && !search.sort.descending;
  const chosen = await (isInIndexOrder && source.sources.byText === null
    ? namesInIndexOrder(db, search, source)
    : anyOfMany(db, search, { ...source, isInIndexOrder }));
  return foundOf(db, search.recordId, chosen);
}

/**
 * Names in ascending order: they are read from an index, once, until there are enough for the page and the total.
 * Nothing is kept of them but the ids, and nothing is sorted.
 */
async function namesInIndexOrder(
  db: Kysely<DB>,
  { recordId, page, size, sort }: Search,
  { sources: { common, byName }, scope }: PageSource,
): Promise<Chosen> {
  const end = (page + 1) * size;
  const order = orderOf(sort);
  const conditions = [...common, ...scopeConditions(scope), ...(byName ?? [])];
  const { rows } = await sql<Chosen>`${FOR_VALUES}
    ${scope.kind === 'ancestors' ? sql`with recursive ${folderSource(recordId, scope.belowId)}` : sql``}
    select count(*)::int as total,
      coalesce((array_agg(id order by ${order}))[${page * size + 1}::int:${end}::int], '{}') as ids
    from (
      select i.id, i.kind, i.name_key, i.name from item i where ${allOf(conditions)}
      order by ${order} limit ${enoughFor(end)}
    ) as hit`.execute(db);
  return rows[0] ?? NONE;
}

/**
 * Any results in any order: those that count are found first, and those of the page in their order. Names in ascending
 * order are read from an index until there are enough; other orders read all results.
 */
async function anyOfMany(
  db: Kysely<DB>,
  search: Search,
  { sources, scope, isInIndexOrder }: PageSource & { isInIndexOrder: boolean },
): Promise<Chosen> {
  const { recordId, page, size, sort } = search;
  const end = (page + 1) * size;
  const enough = enoughFor(end);
  const placed = { ...sources, common: [...sources.common, ...scopeConditions(scope)] };
  const order = orderOf(sort);
  const counted = hitsOf(placed, search, { limit: enough, ...(isInIndexOrder && { order }) });
  // The index is hidden because only its first column, the kind, would help the sort, at the cost of reading each row.
  const sorted = isInIndexOrder
    ? sql`counted`
    : sql`(${hitsOf(placed, search, { limit: end, order, hidesIndex: true })}) as hit`;
  const { rows } = await sql<Chosen>`${FOR_VALUES}
    with recursive
    ${scope.kind === 'ancestors' ? sql`${folderSource(recordId, scope.belowId)},` : sql``}
    counted as materialized (${counted})
    select (select least(count(*), ${enough})::int from counted) as total,
      array(select id from ${sorted} order by ${order} limit ${size} offset ${page * size}) as ids`.execute(
    db,
  );
  return rows[0] ?? NONE;
}

/** The number of results that are enough for a page that ends here, and for the total. */
const enoughFor = (end: number): number => Math.max(MAX_COUNTED, end) + 1;

/** The results of a page, in their order, and the number of all results. */
interface Chosen {
  ids: string[];
  total: number;
}

const NONE: Chosen = { ids: [], total: 0 };

/**
 * Reads the items of a page. They are not a part of the statement that chooses them, because its plan is made for each
 * search, and this one's only once. An item that was moved to the trash in between is left out.
 */
async function foundOf(db: Kysely<DB>, recordId: string, { ids, total }: Chosen): Promise<Found> {
  if (ids.length === 0) return { rows: [], total };
  const { rows } = await sql<FoundRow>`
    select ${ROW} from unnest(${ids}::text[]) with ordinality as chosen (id, position)
    cross join lateral (
      select * from item where record_id = ${recordId} and id = chosen.id and trashed_at is null limit 1
    ) i
    order by chosen.position`.execute(db);
  return { rows, total };
}

/** Reads the parents of the results, and selects those in the right location. Each ancestor is read only one time. */
const ancestorsOfFound = (recordId: string, belowId: string | null) => sql`, up as (
      select f.id as origin, f.id, f.parent_id, f.trashed_at
      from (select distinct parent_id from found) p join item f on f.record_id = ${recordId} and f.id = p.parent_id
      union all
      select up.origin, f.id, f.parent_id, f.trashed_at
      from up join item f on f.record_id = ${recordId} and f.id = up.parent_id
    ), placed as (select origin from up group by origin having ${allOf(ancestorConditions(belowId))})`;

/** Returns the order of results: folders before files, then the columns of the sort. */
function orderOf({ field, descending }: Search['sort']): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sql.join([sql`kind desc`, ...KEYS[field].map((key) => sql`${sql.raw(key)} ${direction}`)]);
}

/**
 * The numbers of rows that PostgreSQL estimates for each of the conditions, from its statistics only.
 * @param alternatives at least two
 */
export async function estimates(
  db: Kysely<DB>,
  alternatives: readonly (readonly Condition[])[],
): Promise<number[]> {
  const selects = alternatives.map((conditions) => sql`select 1 from item i where ${allOf(conditions)}`);
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { Plans?: { 'Plan Rows': number }[] } }] }>`
    explain (format json) ${sql.join(selects, sql` union all `)}`.execute(db);
  return (rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? []).map((plan) => plan['Plan Rows']);
}

/**
 * True when a record has more live items than this. It reads that many entries of an index, whatever the statistics
 * are.
 */
export async function hasMoreItems(db: Kysely<DB>, recordId: string, count: number): Promise<boolean> {
  const { rows } = await sql`
    select from item where record_id = ${recordId} and trashed_at is null
    order by kind desc, name_key, name, id limit 1 offset ${count}`.execute(db);
  return rows.length > 0;
}

/** Merges new names from the pending list into the trigram index: each search scans the pending list. */
export async function tidyNameIndex(db: Kysely<DB>): Promise<void> {
  await sql`select tidy_name_index()`.execute(db);
}
