import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../platform/database/index.ts';
import { ensureFolders, type FileToPut, findFolder, lockRecord, putFiles } from '../tree/index.ts';

/** A file that exists before a test begins. Its bytes do not exist: only lists and trees use it. */
export interface SeededFile {
  /** path of its folder, created when missing; the root by default */
  folder?: string;
  name: string;
  sizeBytes?: number;
}

export interface SeedOptions {
  recordId: string;
  by?: string;
  at?: Date;
  /** additional folders without files */
  folders?: readonly string[];
}

/**
 * Fills a record without the upload, through the tree's own functions, so that counters and versions are correct.
 * @returns the ids of the files, in the order given, and of all folders by path
 */
export async function seedVault(
  database: Database,
  files: readonly SeededFile[],
  { recordId, by = 'Ada Byron', at = new Date(), folders = [] }: SeedOptions,
): Promise<{ fileIds: string[]; folderIds: Map<string, string> }> {
  const change = { by: { id: null, name: by }, at };
  const attributes = { shareToClient: true, category: 'Other', asOfDate: null };
  return database.transaction(async (tx) => {
    await lockRecord(tx, recordId);
    const root = await findFolder(tx, recordId, '');
    if (root === null) throw new Error(`there is no record ${recordId}`);
    const paths = [...folders, ...files.map((file) => file.folder ?? '')];
    const folderIds = await ensureFolders(tx, { parent: root, paths, change, attributes });
    const { rows: blobs } = await sql<{ id: number }>`
      insert into blob (sha256, storage_key, size_bytes, crc32)
      values (${randomBytes(32)}, ${randomBytes(16).toString('hex')}, 0, 0) returning id`.execute(tx);
    const put = await putFiles(tx, {
      recordId,
      files: files.map((file): FileToPut => ({
        folderId: folderIds.get(file.folder ?? '') ?? root.id,
        name: file.name,
        blobId: blobs[0]?.id ?? 0,
        sizeBytes: file.sizeBytes ?? 0,
        scannedBy: 'test',
      })),
      change,
      attributes,
    });
    return { fileIds: put.map((file) => file.fileId), folderIds };
  });
}

/** The stored counters of all folders of a record, and the counted ones. */
export async function countersOf(database: Database, recordId: string) {
  const { rows } = await sql<Record<'kept' | 'counted', string>>`
    with recursive below (top, id, kind, size_bytes) as (
      select f.id, c.id, c.kind, c.size_bytes from item f join item c
        on c.record_id = f.record_id and c.parent_id = f.id and c.trashed_at is null
      where f.record_id = ${recordId} and f.kind = 'folder'
      union all
      select b.top, c.id, c.kind, c.size_bytes from below b join item c
        on c.record_id = ${recordId} and c.parent_id = b.id and c.trashed_at is null
    )
    select f.name || ': ' || f.folder_count || ' ' || f.file_count || ' ' || f.subtree_bytes as kept,
      f.name || ': '
        || (select count(*) from item c where c.record_id = f.record_id and c.parent_id = f.id
            and c.kind = 'folder' and c.trashed_at is null) || ' '
        || (select count(*) from item c where c.record_id = f.record_id and c.parent_id = f.id
            and c.kind = 'file' and c.trashed_at is null) || ' '
        || coalesce((select sum(b.size_bytes) from below b where b.top = f.id), 0) as counted
    from item f where f.record_id = ${recordId} and f.kind = 'folder' order by f.id`.execute(database.kysely);
  return { kept: rows.map((row) => row.kept), counted: rows.map((row) => row.counted) };
}
