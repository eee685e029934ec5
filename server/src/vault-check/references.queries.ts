import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A row that names stored bytes: a content, an upload or a chunk of an upload. */
export interface Reference {
  key: string;
  sizeBytes: number;
}

const REFERENCES = `
  select storage_key, size_bytes from blob
  union all select storage_key, size_bytes from upload where storage_key is not null and size_bytes is not null
  union all select storage_key, size_bytes from upload_chunk`;
const BATCH = 5000;

/** All references of the snapshot in the byte order of their keys, as the blob store lists them. */
export async function* referencesInOrder(tx: Transaction<DB>): AsyncGenerator<Reference> {
  await sql
    .raw(
      `declare reference no scroll cursor for select * from (${REFERENCES}) r order by storage_key collate "C"`,
    )
    .execute(tx);
  for (;;) {
    const { rows } = await sql<{ storageKey: string; sizeBytes: number }>`
      fetch ${sql.lit(BATCH)} from reference`.execute(tx);
    for (const { storageKey, sizeBytes } of rows) yield { key: storageKey, sizeBytes };
    if (rows.length < BATCH) break;
  }
  await sql`close reference`.execute(tx);
}

/** The present references to these keys, outside of the snapshot, in the order of the keys. */
export async function presentReferences(db: Kysely<DB>, keys: readonly string[]): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select storage_key as key, size_bytes from (${sql.raw(REFERENCES)}) r
    where storage_key = any(${[...keys]}::text[]) order by storage_key collate "C"`.execute(db);
  return rows;
}

/** The versions of files that use the bytes of a key. */
export interface Use {
  versions: number;
  fileId: string | null;
  recordId: string | null;
}

export const NO_USE: Use = { versions: 0, fileId: null, recordId: null };

/** Reads the versions of each key, which can be many: for the listed findings only. */
export async function usesOf(db: Kysely<DB>, keys: readonly string[]): Promise<Map<string, Use>> {
  const { rows } = await sql<Use & { key: string }>`
    select k.storage_key as key, v.versions, v.file_id, v.record_id
    from unnest(${[...keys]}::text[]) k (storage_key)
    left join blob b on b.storage_key = k.storage_key
    cross join lateral (
      select count(*) as versions, min(file_id) as file_id, min(record_id) as record_id from version
      where blob_id = b.id
    ) v`.execute(db);
  return new Map(rows.map(({ key, ...use }) => [key, use]));
}
