import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

type AccessKind = DB['access']['kind'];

/** What access records are about: a file, a record or a link, by kind. */
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

/** A page's rows and how many there are on all pages. */
export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/** The index holds them newest first, and is read from either end. */
const ORDERS = {
  createdAt: { true: 'created_at desc, id', false: 'created_at, id desc' },
  accessor: {
    true: 'lower(accessor) desc, created_at desc, id',
    false: 'lower(accessor), created_at desc, id',
  },
  content: { true: 'content desc, created_at desc, id', false: 'content, created_at desc, id' },
} as const;

/** One page of the access records of a file, record or link. */
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

/** The statement behind a page, by itself so that its plan can be looked at. */
export function accessQuery(
  relation: Relation,
  { sort, slice }: { sort: AccessSort; slice: Slice },
): RawBuilder<AccessRow> {
  const order = sql.raw(ORDERS[sort.field][`${sort.descending}`]);
  return sql<AccessRow>`
    select id, created_at, accessor, content, version_id, file_names, file_count, given_as from access
    where ${ofRelation(relation)} order by ${order} offset ${slice.offset} limit ${slice.limit}`;
}

/** The statement behind a total: it reads the index, and of the table nothing. */
export function accessCountQuery(relation: Relation): RawBuilder<{ total: number }> {
  return sql`select count(*) as total from access where ${ofRelation(relation)}`;
}

export interface OwnSearchRow {
  id: string;
  content: string;
}

/** One page of a person's own searches in a record: equal texts once, the latest search first. */
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

/** The statement behind a page of own searches: one row of nothing but the total where the page is empty. */
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

/** Whether there is such a record at all. */
export async function isRecord(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from record where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** The record to which a link belongs, deleted ones too; null when there is no such link. */
export async function recordOfLink(db: Kysely<DB>, id: string): Promise<string | null> {
  const { rows } = await sql<{ recordId: string }>`select record_id from link where id = ${id}`.execute(db);
  return rows[0]?.recordId ?? null;
}
