import type pg from 'pg';
import { RECORD_ID } from './vault.ts';

/** Inserts folders into a folder, and files with versions into them. */
export async function insertFoldersWithFiles(
  database: pg.Client,
  folderId: string,
  { folders, files }: { folders: number; files: number },
): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by)
     select $1, 'fld' || substr(md5(random()::text), 1, 15), $2, 'folder', 'Folder ' || n, now(), 'Bench'
     from generate_series(1, $3::int) n returning id`,
    [RECORD_ID, folderId, folders],
  );
  await database.query('update item set folder_count = $2 where id = $1', [folderId, folders]);
  await insertFilesWithVersions(
    database,
    rows.map(({ id }) => id),
    files,
  );
}

/** Inserts files with one version each into folders. Their contents have no bytes, because only rows are read. */
export async function insertFilesWithVersions(
  database: pg.Client,
  folderIds: readonly string[],
  count: number,
): Promise<void> {
  await database.query(
    `with made as (
       insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by, external_id, current_version_id,
         version_count, size_bytes)
       select $1, 'fil' || substr(md5(random()::text || n), 1, 15), ($2::text[])[1 + n % cardinality($2::text[])], 'file',
         'Document ' || n || ' of the year.pdf', now(), 'Bench', gen_random_uuid(), gen_random_uuid(), 1, 1000
       from generate_series(1, $3::int) n returning id, parent_id, current_version_id
     ), numbered as (
       select *, row_number() over () as n from made
     ), contents as (
       insert into blob (sha256, storage_key, size_bytes, crc32)
       select sha256((random()::text || n)::bytea), md5(random()::text || n), 1000, 0 from generate_series(1, $3::int) n
       returning id
     ), content as (
       select id, row_number() over () as n from contents
     )
     insert into version (record_id, file_id, id, row_id, blob_id, size_bytes, created_at, created_by, scanned_by)
     select $1, numbered.id, current_version_id, 'ver' || substr(md5(random()::text || n), 1, 15), content.id, 1000, now(),
       'Bench', 'bench'
     from numbered join content using (n)`,
    [RECORD_ID, folderIds, count],
  );
  await database.query(
    `update item set file_count = (select count(*) from item f where f.record_id = $1 and f.parent_id = item.id)
     where record_id = $1 and id = any($2::text[])`,
    [RECORD_ID, folderIds],
  );
  await database.query('vacuum analyze');
}
