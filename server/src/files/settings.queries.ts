import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Returns the value of a stored setting; undefined when it does not exist. */
export async function settingValue(db: Kysely<DB>, name: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select value from setting where name = ${name}`.execute(db);
  return rows[0]?.value;
}
