import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Returns the ids of files of a record, found by their external ids. */
export async function filesByExternalId(
  db: Kysely<DB>,
  recordId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; externalId: string }>`
    select id, external_id from item
    where record_id = ${recordId} and external_id = any(${externalIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, externalId }) => [externalId, id]));
}
