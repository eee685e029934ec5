import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Returns when and by whom items were changed, by item id. */
export async function changesOf(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<Map<string, { modifiedAt: Date; modifiedBy: string }>> {
  const { rows } = await sql<{ id: string; modifiedAt: Date; modifiedBy: string }>`
    select id, modified_at, modified_by from item
    where record_id = ${recordId} and id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, ...change }) => [id, change]));
}
