import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Reads the statistics of the tables with items and versions. */
export async function refreshStatistics(db: Kysely<DB>): Promise<void> {
  await sql`select refresh_statistics()`.execute(db);
}
