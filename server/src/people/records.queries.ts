import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

export interface RecordName {
  sfid: string;
  name: string;
}

/** A record that is not the personal vault of a person who has one. */
const SHARED = sql`not exists (select from account a where a.id = r.id and a.removed_at is null)`;

const found = (search: string) =>
  search.trim() === ''
    ? sql`${SHARED}`
    : sql`${SHARED} and strpos(lower(r.name), lower(${search.trim()})) > 0`;

/** C89: returns records by name; personal vaults are not among them. */
export async function selectRecords(
  db: Kysely<DB>,
  search: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<RecordName[]> {
  const { rows } = await sql<RecordName>`
    select r.id as sfid, r.name from record r where ${found(search)}
    order by lower(r.name), r.id offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

export async function countRecords(db: Kysely<DB>, search: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from record r where ${found(search)}`.execute(db);
  return rows[0]?.total ?? 0;
}
