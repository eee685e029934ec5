import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

type AccessKind = DB['access']['kind'];

/** The subject of access records: a file, a record or a link, depending on `kind`. */
export interface Relation {
  recordId: string;
  kind: AccessKind;
  relationId: string;
}

export interface AccessSort {
  field: 'createdAt' | 'accessor' | 'content';
  descending: boolean;
}

export interface Slice {
  offset: number;
  limit: number;
}

export interface AccessRow {
  id: string;
  createdAt: Date;
  accessor: string;
  content: string;
  versionId: string | null;
  fileNames: string[];
  fileCount: number;
  givenAs: string | null;
}

/** The rows of a page and the total of all pages. */
export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/** The index contains access records newest first; PostgreSQL can read it in both directions. */
const ORDERS = {
  createdAt: { true: 'created_at desc, id', false: 'created_at, id desc' },
  accessor: {
    true: 'lower(accessor) desc, created_at desc, id',
    false: 'lower(accessor), created_at desc, id',
  },
  content: { true: 'content desc, created_at desc, id', false: 'content, created_at desc, id' },
} as const;

/** Returns one page of the access records of a file, record or link. */
export async function listAccess(
  db: Kysely<DB>,
  relation: Relation,
  page: { sort: AccessSort; slice: Slice },
): Promise<Listed<AccessRow>> {
  const { rows } = await accessQuery(relation, page).execute(db);
  const counted = await accessCountQuery(relation).execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

const ofRelation = ({ recordId, kind, relationId }: Relation) =>
  sql`record_id = ${recordId} and relation_id = ${relationId} and kind = ${kind}`;

/** The query of a page; a separate function for the test of its plan. */
export function accessQuery(
  relation: Relation,
  { sort, slice }: { sort: AccessSort; slice: Slice },
): RawBuilder<AccessRow> {
  const order = sql.raw(ORDERS[sort.field][`${sort.descending}`]);
  return sql<AccessRow>`
    select id, created_at, accessor, content, version_id, file_names, file_count, given_as from access
    where ${ofRelation(relation)} order by ${order} offset ${slice.offset} limit ${slice.limit}`;
}

/** The query of a total, which reads only the index. */
export function accessCountQuery(relation: Relation): RawBuilder<{ total: number }> {
  return sql`select count(*) as total from access where ${ofRelation(relation)}`;
}

export interface OwnSearchRow {
  id: string;
  content: string;
}

/** Returns one page of an account's own searches in a record: each text only one time, the latest search first. */
export async function listOwnSearches(
  db: Kysely<DB>,
  who: { recordId: string; accessorId: string },
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
  { recordId, accessorId }: { recordId: string; accessorId: string },
  { offset, limit }: Slice,
): RawBuilder<{ id: string | null; content: string | null; total: number }> {
  return sql`
    with own as (
      select distinct on (content) content, created_at, id from access
      where record_id = ${recordId} and accessor_id = ${accessorId} and kind = 'Search_File'
      order by content, created_at desc, id
    ), page as (
      select id, content, created_at from own order by created_at desc, id offset ${offset} limit ${limit}
    )
    select page.id, page.content, counted.total
    from (select count(*) as total from own) counted left join page on true
    order by page.created_at desc, page.id`;
}

/** True when the record exists. */
export async function isRecord(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from record where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Returns the record of a link, even a deleted one; null when the link does not exist. */
export async function recordOfLink(db: Kysely<DB>, id: string): Promise<string | null> {
  const { rows } = await sql<{ recordId: string }>`select record_id from link where id = ${id}`.execute(db);
  return rows[0]?.recordId ?? null;
}
