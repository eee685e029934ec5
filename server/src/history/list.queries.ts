import { type Kysely, sql } from 'kysely';
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
  { recordId, kind, relationId }: Relation,
  { sort, slice }: { sort: AccessSort; slice: Slice },
): Promise<Listed<AccessRow>> {
  const order = sql.raw(ORDERS[sort.field][`${sort.descending}`]);
  const ofRelation = sql`record_id = ${recordId} and relation_id = ${relationId} and kind = ${kind}`;
  const { rows } = await sql<AccessRow>`
    select id, created_at, accessor, content, version_id from access
    where ${ofRelation} order by ${order} offset ${slice.offset} limit ${slice.limit}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*) as total from access where ${ofRelation}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export interface OwnSearchRow {
  id: string;
  content: string;
}

/** One page of a person's own searches in a record: equal texts once, the latest search first. */
export async function listOwnSearches(
  db: Kysely<DB>,
  { recordId, accessorId }: { recordId: string; accessorId: string },
  { offset, limit }: Slice,
): Promise<Listed<OwnSearchRow>> {
  const { rows } = await sql<OwnSearchRow & { total: number }>`
    with own as (
      select distinct on (content) content, created_at, id from access
      where record_id = ${recordId} and accessor_id = ${accessorId} and kind = 'Search_File'
      order by content, created_at desc, id
    ), page as (
      select id, content, created_at from own order by created_at desc, id offset ${offset} limit ${limit}
    )
    select page.id, page.content, counted.total
    from (select count(*) as total from own) counted left join page on true
    order by page.created_at desc, page.id`.execute(db);
  return {
    rows: rows.filter((row) => row.id !== null).map(({ id, content }) => ({ id, content })),
    total: rows[0]?.total ?? 0,
  };
}

/** Whether there is such a record at all. */
export async function isRecord(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from record where id = ${id}`.execute(db);
  return rows.length > 0;
}
