import type pg from 'pg';
import { RECORD_ID } from './vault.ts';

// The floors of works that are almost only statements: plain SQL of one client with the tables of a vault, without
// permissions, limits, audit entries, events and replies.

interface CopiedFolder {
  folderId: string;
  toFolderId: string;
}

/**
 * Copies a folder with everything below it in one durable statement: rows of items and of their current versions.
 * @returns the number of copied files
 */
export async function copyByPlainSql(
  database: pg.Client,
  { folderId, toFolderId }: CopiedFolder,
): Promise<number> {
  const { rowCount } = await database.query(
    `with recursive below as (
       select id from item where record_id = $1 and id = $2
       union all
       select i.id from below join item i on i.record_id = $1 and i.parent_id = below.id where i.trashed_at is null
     ), made as materialized (
       select i.*, substr(i.id, 1, 3) || substr(md5(random()::text || i.id), 1, 15) as new_id,
         case i.kind when 'file' then gen_random_uuid() end as new_version_id
       from below join item i on i.record_id = $1 and i.id = below.id
     ), copied as (
       insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, external_id,
         current_version_id, version_count, size_bytes, folder_count, file_count, subtree_bytes)
       select $1, made.new_id, coalesce(parent.new_id, $3), made.kind, made.name, now(), 'Bench',
         case made.kind when 'file' then gen_random_uuid() end, made.new_version_id, least(made.version_count, 1),
         made.size_bytes, made.folder_count, made.file_count, made.subtree_bytes
       from made left join made parent on parent.id = made.parent_id
     )
     insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by, scanned_by)
     select $1, made.new_id, made.new_version_id, 'ver' || substr(md5(random()::text || made.id), 1, 15), v.blob_id,
       v.size_bytes, now(), 'Bench', v.scanned_by
     from made join version v on v.record_id = $1 and v.file_id = made.id and v.id = made.current_version_id`,
    [RECORD_ID, folderId, toFolderId],
  );
  return rowCount ?? 0;
}

/** Returns the number and the bytes of the files of a folder. */
export async function sizeByPlainSql(
  database: pg.Client,
  folderId: string,
): Promise<{ files: number; bytes: number }> {
  const { rows } = await database.query<{ files: number; bytes: string }>({
    name: 'size',
    text: `select count(*)::int as files, sum(size_bytes) as bytes from item
           where record_id = $1 and parent_id = $2 and kind = 'file' and trashed_at is null`,
    values: [RECORD_ID, folderId],
  });
  return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes) };
}

/** The total of a search is exact up to 10,000 and then says 'more' (USE-41). */
const HIGHEST_TOTAL = 10_001;

/** Returns the first page of the items whose name contains a text, in the order of the list, and their total. */
export async function searchByPlainSql(
  database: pg.Client,
  { text, size }: { text: string; size: number },
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await database.query<{ ids: string[]; total: number }>(
    `with found as (
       select id from item
       where record_id = $1 and trashed_at is null and name_key like '%' || $2 || '%'
       order by kind desc, name_key, name, id limit $3
     ), counted as (
       select from item where record_id = $1 and trashed_at is null and name_key like '%' || $2 || '%' limit $4
     ), page as (
       select i.* from found join item i on i.record_id = $1 and i.id = found.id
       order by i.kind desc, i.name_key, i.name, i.id
     )
     select coalesce(array_agg(page.id::text), '{}') as ids, (select count(*)::int from counted) as total from page`,
    [RECORD_ID, text.toLowerCase(), size, HIGHEST_TOTAL],
  );
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 };
}

/**
 * Deletes folders with their files, some folders in each durable statement, with what the tables themselves do: their
 * foreign keys, and their triggers, which keep past states.
 * @returns the number of deleted files
 */
export async function deleteByPlainSql(
  database: pg.Client,
  { folderIds, foldersAtOnce }: { folderIds: readonly string[]; foldersAtOnce: number },
): Promise<number> {
  let files = 0;
  for (let at = 0; at < folderIds.length; at += foldersAtOnce) {
    const values = [RECORD_ID, folderIds.slice(at, at + foldersAtOnce)];
    const deleted = await database.query(
      'delete from item where record_id = $1 and parent_id = any($2::text[])',
      values,
    );
    files += deleted.rowCount ?? 0;
    await database.query('delete from item where record_id = $1 and id = any($2::text[])', values);
  }
  return files;
}
