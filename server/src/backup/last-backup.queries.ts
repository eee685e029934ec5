import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

const NAME = 'last_backup_at';

/** Stores the moment whose rows the newest whole backup has. */
export async function storeLastBackup(db: Kysely<DB>, at: Date): Promise<void> {
  await sql`
    insert into setting (name, value) values (${NAME}, ${JSON.stringify(at.toISOString())}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** @returns the moment of the newest whole backup; null before the first one */
export async function readLastBackup(db: Kysely<DB>): Promise<Date | null> {
  const { rows } = await sql<{ value: string }>`
    select value #>> '{}' as value from setting where name = ${NAME}`.execute(db);
  return rows[0] === undefined ? null : new Date(rows[0].value);
}
