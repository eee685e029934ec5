import { type Kysely, type Transaction, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The setting that marks a record as processed, so that an emptied vault stays empty. */
const MARK = 'demo.seeded.';

/** The records of the list that exist and were not processed by an earlier start. */
export async function recordsNotSeeded(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select record.id from record
    where record.id = any(${ids}::text[])
      and not exists (select from setting where name = ${MARK} || record.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** True when the record contains an item other than its root, in the trash or not. */
export async function hasContent(db: Kysely<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    select from item where record_id = ${recordId} and parent_id is not null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Marks the record as processed.
 * @returns false when another process has done it before
 */
export async function markSeeded(tx: Transaction<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into setting (name, value) values (${MARK + recordId}, 'true'::jsonb)
    on conflict (name) do nothing
    returning name`.execute(tx);
  return rows.length > 0;
}
