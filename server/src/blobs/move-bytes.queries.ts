import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The SHA-256 of the contents with these storage keys; keys of uploads and of garbage are left out. */
export async function sha256sOf(db: Kysely<DB>, keys: readonly string[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ key: string; sha256: Buffer }>`
    select storage_key as key, sha256 from blob where storage_key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map(({ key, sha256 }) => [key, sha256]));
}
