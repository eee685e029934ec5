import { closeSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';

/**
 * Gives each version its own content, with a file of zeros that takes no space on the disk.
 * @param folder the blobs of the vault
 */
export async function fillContents(database: pg.Client, folder: string): Promise<void> {
  await database.query(`
    begin;
    set local session_replication_role = replica;
    insert into blob (sha256, storage_key, size_bytes, crc32, block_checksums)
    select sha256(row_id::bytea), substr(h, 1, 2) || '/' || substr(h, 3, 2) || '/' || h, size_bytes, 0,
      '\\x0000000000000000'
    from version, lateral (select md5(row_id) as h) k;
    update version v set blob_id = b.id from blob b where b.sha256 = sha256(v.row_id::bytea);
    delete from blob where storage_key = 'the-bench';
    commit`);
  await database.query('vacuum analyze blob, version, item');
  const { rows } = await database.query<{ key: string; sizeBytes: string }>(
    'select storage_key as key, size_bytes as "sizeBytes" from blob',
  );
  const folders = new Set<string>();
  for (const { key, sizeBytes } of rows) {
    const path = join(folder, key);
    if (!folders.has(key.slice(0, 5))) mkdirSync(dirname(path), { recursive: true });
    folders.add(key.slice(0, 5));
    const file = openSync(path, 'w');
    ftruncateSync(file, Number(sizeBytes));
    closeSync(file);
  }
}
