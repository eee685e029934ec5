import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Returns the first rows of a select, and the number of all. */
export async function countedRows<Row>(
  db: Kysely<DB>,
  select: RawBuilder<Row>,
  limit: number,
): Promise<{ found: Row[]; count: number }> {
  const { rows } = await sql<Row & { totalCount: number }>`
    select found.*, count(*) over () as total_count from (${select}) found limit ${limit}`.execute(db);
  return { found: rows, count: rows[0]?.totalCount ?? 0 };
}
