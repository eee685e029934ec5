import { type Kysely, sql } from 'kysely';
import { type DB, isValueTooLarge } from '../platform/database/index.ts';

/** A file of a record with the blob of its current version. */
export interface TextSource {
  blobId: number;
  name: string;
  sizeBytes: number;
}

/** A blob whose text must be read. */
export interface Source {
  blobId: number;
  sha256: Buffer;
}

/** Returns the content; null when it is deleted or its text is already stored. */
export async function sourceOf(
  db: Kysely<DB>,
  { recordId, blobId }: { recordId: string; blobId: number },
): Promise<Source | null> {
  const { rows } = await sql<Source>`
    select b.id as "blobId", b.sha256
    from blob b where b.id = ${blobId} and not exists (
      select 1 from document_text d where d.record_id = ${recordId} and d.blob_id = b.id
    ) and exists (select from version v where v.record_id = ${recordId} and v.blob_id = b.id)`.execute(db);
  return rows[0] ?? null;
}

/** Longer words are numbers and codes that users do not type; PostgreSQL would report each of them. */
const LONG_WORD = /\S{200,}/gu;

/**
 * Stores a text with as many of its words as the index can hold. Nothing is stored for a content that the record no
 * longer has: one of its versions is locked, so that a removal at the same moment is waited for, or waits and then
 * deletes the text (SAFE-01).
 * @param text without NUL
 */
export async function storeText(
  db: Kysely<DB>,
  { recordId, blobId, text }: { recordId: string; blobId: number; text: string },
): Promise<void> {
  try {
    await sql`
      with used as (
        select blob_id from version where record_id = ${recordId} and blob_id = ${blobId} limit 1 for key share
      )
      insert into document_text (record_id, blob_id, content, words)
      select ${recordId}, blob_id, ${text}, to_tsvector('simple', ${text.replaceAll(LONG_WORD, ' ')}) from used
      on conflict do nothing`.execute(db);
  } catch (error) {
    if (!isValueTooLarge(error)) throw error;
    await storeText(db, { recordId, blobId, text: text.slice(0, Math.floor(text.length / 2)) });
  }
}

/** Deletes the texts of blobs that no version of the record uses. */
export async function deleteTexts(
  db: Kysely<DB>,
  recordId: string,
  blobIds: readonly number[],
): Promise<void> {
  if (blobIds.length === 0) return;
  await sql`
    delete from document_text d where d.record_id = ${recordId} and d.blob_id = any(${blobIds}::bigint[])
      and not exists (
        select from version v where v.record_id = d.record_id and v.blob_id = d.blob_id
      )`.execute(db);
}

/** A file in the iteration over all files. */
export interface CollectedFile extends TextSource {
  recordId: string;
  hasText: boolean;
  /** position to continue after this file */
  cursor: string;
}

/** Returns the next files after a cursor, by record and id. */
export async function filesWithoutText(
  db: Kysely<DB>,
  { after, limit }: { after: string; limit: number },
): Promise<CollectedFile[]> {
  const [recordId = '', fileId = ''] = after.split('/');
  const { rows } = await sql<CollectedFile>`
    select i.record_id as "recordId", i.name, i.size_bytes as "sizeBytes", v.blob_id as "blobId",
      i.record_id || '/' || i.id as cursor,
      exists (
        select 1 from document_text d where d.record_id = i.record_id and d.blob_id = v.blob_id
      ) as "hasText"
    from item i
    join version v on v.record_id = i.record_id and v.file_id = i.id and v.id = i.current_version_id
    where (i.record_id, i.id) > (${recordId}, ${fileId}) and i.kind = 'file'
    order by i.record_id, i.id
    limit ${limit}`.execute(db);
  return rows;
}
