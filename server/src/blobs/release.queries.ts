import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Adds storage keys to the garbage. The sweep deletes their bytes if no row references them. */
export async function insertGarbage(db: Kysely<DB>, keys: readonly string[]): Promise<void> {
  await sql`
    insert into blob_garbage (storage_key) select unnest(${[...keys]}::text[])
    on conflict do nothing`.execute(db);
}
