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

/** A reference that is still there, and the versions of files that use it. */
export interface PresentReference extends Reference {
  versions: number;
  fileId: string | null;
  recordId: string | null;
}

/** The present references to these keys, outside of the snapshot, in the order of the keys. */
export async function presentReferences(
  db: Kysely<DB>,
  keys: readonly string[],
): Promise<Map<string, PresentReference>> {
  const { rows } = await sql<PresentReference>`
    select r.storage_key as key, r.size_bytes, v.versions, v.file_id, v.record_id
    from (${sql.raw(REFERENCES)}) r
    cross join lateral (
      select count(*) as versions, min(v.file_id) as file_id, min(v.record_id) as record_id
      from blob b join version v on v.blob_id = b.id where b.storage_key = r.storage_key
    ) v
    where r.storage_key = any(${[...keys]}::text[]) order by r.storage_key collate "C"`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}
