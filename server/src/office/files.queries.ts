import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A file with the fields for an office service. */
export interface OfficeFile {
  recordId: string;
  id: string;
  name: string;
  folderId: string;
  folderName: string;
  versionId: string;
  sizeBytes: number;
  modifiedAt: Date;
  sha256: Buffer;
}

/** A file with its current version. The caller has checked that it is live. */
export async function officeFile(
  db: Kysely<DB>,
  { recordId, fileId }: { recordId: string; fileId: string },
): Promise<OfficeFile | null> {
  const { rows } = await sql<OfficeFile>`
    select f.record_id, f.id, f.name, f.parent_id as folder_id, p.name as folder_name,
      f.current_version_id as version_id, f.size_bytes, f.modified_at, b.sha256
    from item f
    join item p on p.record_id = f.record_id and p.id = f.parent_id
    join version v on v.record_id = f.record_id and v.file_id = f.id and v.id = f.current_version_id
    join blob b on b.id = v.blob_id
    where f.record_id = ${recordId} and f.id = ${fileId}`.execute(db);
  return rows[0] ?? null;
}

/** The live file with this name in a folder. */
export async function fileInFolder(
  db: Kysely<DB>,
  { recordId, folderId, name }: { recordId: string; folderId: string; name: string },
): Promise<{ id: string } | null> {
  const { rows } = await sql<{ id: string }>`
    select id from item
    where record_id = ${recordId} and parent_id = ${folderId} and kind = 'file' and name = ${name}
      and trashed_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The text that an office service stored about a person; null when there is none. */
export async function userInfoOf(db: Kysely<DB>, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ info: string }>`
    select info from office_user_info where account_id = ${accountId}`.execute(db);
  return rows[0]?.info ?? null;
}

export async function saveUserInfo(db: Kysely<DB>, accountId: string, info: string): Promise<void> {
  await sql`
    insert into office_user_info (account_id, info) values (${accountId}, ${info})
    on conflict (account_id) do update set info = excluded.info`.execute(db);
}
